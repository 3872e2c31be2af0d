import { lastWords } from "./requestBody.ts";
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
