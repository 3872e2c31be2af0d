/** The newest text of the person in a request's body, without the facts that open a turn. */
export function lastWords(body: unknown): string {
  const texts = [...listAt(body, "messages"), ...listAt(body, "input")]
    .filter((message) => valueAt(message, "role") === "user")
    .flatMap((message) => {
      const content = valueAt(message, "content");
      return typeof content === "string"
        ? [content]
        : listAt(message, "content").map((block) => valueAt(block, "text"));
    })
    .filter((text) => typeof text === "string");
  const turn = texts.findLast((text) => text.startsWith("# This turn\n")) ?? texts.at(-1) ?? "";
  return turn.startsWith("# This turn\n") ? turn.slice(turn.indexOf("\n\n") + 2) : turn;
}

export interface CallResult {
  readonly name: string;
  readonly isError: boolean;
  readonly text: string;
}

/** The results of the calls since the person last wrote, oldest first. */
export function resultsOfTurn(body: unknown): readonly CallResult[] {
  const blocks = listAt(body, "messages").flatMap((message) => listAt(message, "content"));
  const opening = blocks.findLastIndex((block) => String(valueAt(block, "text")).startsWith("# This turn\n"));
  const names = new Map(
    blocks
      .filter((block) => valueAt(block, "type") === "tool_use")
      .map((block) => [valueAt(block, "id"), String(valueAt(block, "name"))]),
  );
  return blocks
    .slice(opening + 1)
    .filter((block) => valueAt(block, "type") === "tool_result")
    .map((block) => ({
      name: names.get(valueAt(block, "tool_use_id")) ?? "",
      isError: valueAt(block, "is_error") === true,
      text: textOf(valueAt(block, "content")),
    }));
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return listAt({ content }, "content")
    .map((block) => valueAt(block, "text"))
    .filter((text) => typeof text === "string")
    .join("\n");
}

function valueAt(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

function listAt(value: unknown, key: string): readonly unknown[] {
  const list = valueAt(value, key);
  return Array.isArray(list) ? list : [];
}
