import type { Stage } from "./anthropicAnswer.ts";
import type { Script } from "./script.ts";

/** What is played, and how much was asked with. */
export interface OpenAIAnswer {
  readonly script: Extract<Script, { kind: "answer" }>;
  readonly model: string;
  readonly inputTokens: number;
}

/** Writes events, byte by byte where the script wants that, and cuts the connection after as many as it says. */
export function eventWriter(
  script: OpenAIAnswer["script"],
  stage: Stage,
): (data: string, event?: string) => Promise<void> {
  let events = 0;
  return async (data, event) => {
    const text = `${event === undefined ? "" : `event: ${event}\n`}data: ${data}\n\n`;
    if (script.bytewise !== true) await stage.write(text);
    else for (const byte of Buffer.from(text)) await stage.write(Uint8Array.of(byte));
    if (script.cutAfter?.events === ++events) await stage.cut(script.cutAfter.how);
  };
}

export function outputTokens(characters: number): number {
  return Math.max(1, Math.ceil(characters / 4));
}
