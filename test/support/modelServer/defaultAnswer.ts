import type { Script } from "./script.ts";

/** A friendly designer who repeats what was asked, word by word: what the server says when nothing is scripted. */
export function defaultAnswer(body: string): Script {
  const asked = lastWords(JSON.parse(body));
  const quote = asked
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
  const markdown = [
    "Thanks, that is clear. You wrote:",
    quote,
    "Here is how I would begin:",
    "1. **Set the frame** and its margins.\n2. **Place the title**, large, with room above it.\n3. **Keep one accent colour**, `#2F6FED`, for what matters most.",
    "Tell me what to change, and I go on from there.",
  ].join("\n\n");
  return { kind: "answer", steps: [{ do: "text", pieces: markdown.match(/\s*\S+/g) ?? [] }] };
}

/** The newest text of the person, without the facts that open a turn. */
function lastWords(body: unknown): string {
  const messages: readonly unknown[] = listAt(body, "messages");
  const texts = messages
    .filter((message) => valueAt(message, "role") === "user")
    .flatMap((message) => listAt(message, "content"))
    .map((block) => valueAt(block, "text"))
    .filter((text) => typeof text === "string");
  const turn = texts.findLast((text) => text.startsWith("# This turn\n")) ?? texts.at(-1) ?? "";
  return turn.startsWith("# This turn\n") ? turn.slice(turn.indexOf("\n\n") + 2) : turn;
}

function valueAt(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

function listAt(value: unknown, key: string): readonly unknown[] {
  const list = valueAt(value, key);
  return Array.isArray(list) ? list : [];
}
