/** What requests are compared by: model, system prompt, tools and each message, without their cache marks (BYT-3). */
export function requestUnits(rawBody: string): readonly string[] {
  const { model, system, tools, thinking, messages } = JSON.parse(rawBody);
  return [[model, system, tools, thinking], ...messages].map(withoutMarks);
}

/** Like {@link requestUnits}, for any provider's body, without what the person may change between two messages: the model. */
export function requestParts(rawBody: string): readonly string[] {
  const { system, instructions, tools, messages, input } = JSON.parse(rawBody);
  const all: readonly { readonly role?: string }[] = messages ?? input;
  const prompt = all.filter(({ role }) => role === "system");
  const rest = all.filter(({ role }) => role !== "system");
  return [[system ?? instructions ?? prompt, tools], ...rest].map(withoutMarks);
}

/** Whether the earlier request's messages, and all before them, are how the later request begins. */
export function isRequestPrefix(earlier: string, later: string): boolean {
  const laterUnits = requestUnits(later);
  return requestUnits(earlier).every((unit, index) => unit === laterUnits[index]);
}

function withoutMarks(unit: unknown): string {
  return JSON.stringify(unit, (key, value: unknown) => (key === "cache_control" ? undefined : value));
}
