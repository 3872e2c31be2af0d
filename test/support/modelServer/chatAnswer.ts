import type { Stage } from "./anthropicAnswer.ts";
import { eventWriter, type OpenAIAnswer, outputTokens } from "./openaiAnswer.ts";
import type { Step } from "./script.ts";

/** Plays a script as the stream of a chat completion. Searches are none of its own: they are left out. */
export async function playChatAnswer({ script, model, inputTokens }: OpenAIAnswer, stage: Stage): Promise<void> {
  const write = eventWriter(script, stage);
  const base = { id: "chatcmpl_scripted", object: "chat.completion.chunk", model };
  const send = (delta: object, finish: string | null = null): Promise<void> =>
    write(JSON.stringify({ ...base, choices: [{ index: 0, delta, finish_reason: finish }] }));
  let calls = 0;
  let written = 0;
  const playPieces = async (pieces: readonly string[], deltaOf: (piece: string) => object): Promise<void> => {
    for (const piece of pieces) {
      await stage.pause();
      written += piece.length;
      await send(deltaOf(piece));
    }
  };
  const play = async (step: Step): Promise<void> => {
    switch (step.do) {
      case "text":
        return playPieces(step.pieces, (content) => {
          if (content.trim() !== "") stage.noticeContent();
          return { content };
        });
      case "thinking":
        return playPieces(step.pieces, (reasoning) => ({ reasoning }));
      case "toolCall": {
        const index = calls++;
        stage.noticeContent();
        await send({
          tool_calls: [{ index, id: step.id, type: "function", function: { name: step.name, arguments: "" } }],
        });
        return playPieces(step.pieces, (piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] }));
      }
      case "hold":
        return stage.hold(step.name);
      case "ping":
        return stage.write(": OPENROUTER PROCESSING\n\n");
      case "error":
        return write(JSON.stringify({ ...base, error: { code: step.type, message: step.message }, choices: [] }));
      case "cut":
        return stage.cut(step.how);
      case "silence":
        return stage.silence();
      case "raw":
        return stage.write(step.text);
      case "webSearch":
      case "citation":
        return;
    }
  };
  for (const step of script.steps) {
    await play(step);
    if (step.do === "error") return;
  }
  await send({}, calls > 0 ? "tool_calls" : "stop");
  const { usage, reportedCost } = script;
  await write(
    JSON.stringify({
      ...base,
      choices: [],
      usage: {
        prompt_tokens: usage?.input ?? inputTokens,
        completion_tokens: usage?.output ?? outputTokens(written),
        prompt_tokens_details: { cached_tokens: usage?.cacheRead ?? 0 },
        ...(reportedCost === undefined ? {} : { cost: reportedCost }),
      },
    }),
  );
  await stage.write("data: [DONE]\n\n");
}
