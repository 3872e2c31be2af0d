import type { Stage } from "./anthropicAnswer.ts";
import { eventWriter, type OpenAIAnswer, outputTokens } from "./openaiAnswer.ts";
import type { Step } from "./script.ts";

/** Plays a script as the stream of OpenAI's Responses API. */
export async function playResponsesAnswer({ script, model, inputTokens }: OpenAIAnswer, stage: Stage): Promise<void> {
  const write = eventWriter(script, stage);
  const send = (type: string, fields: object): Promise<void> => write(JSON.stringify({ type, ...fields }), type);
  let index = -1;
  let written = 0;
  const playText = async (pieces: readonly string[], type: string): Promise<void> => {
    index++;
    for (const delta of pieces) {
      await stage.pause();
      if (type === "response.output_text.delta" && delta.trim() !== "") stage.noticeContent();
      written += delta.length;
      await send(type, { output_index: index, content_index: 0, delta });
    }
  };
  const playCall = async ({ id, name, pieces }: Extract<Step, { do: "toolCall" }>): Promise<void> => {
    index++;
    const item = { type: "function_call", id: `fc_${index}`, call_id: id, name };
    await send("response.output_item.added", { output_index: index, item: { ...item, arguments: "" } });
    for (const delta of pieces) {
      written += delta.length;
      await send("response.function_call_arguments.delta", { output_index: index, item_id: item.id, delta });
    }
    stage.noticeContent();
    await send("response.output_item.done", { output_index: index, item: { ...item, arguments: pieces.join("") } });
  };
  const playSearch = async ({ query, results, error }: Extract<Step, { do: "webSearch" }>): Promise<void> => {
    index++;
    const sources = (results ?? []).map(({ url }) => ({ type: "url", url }));
    const item = {
      type: "web_search_call",
      id: `ws_${index}`,
      status: error === undefined ? "completed" : "failed",
      action: { type: "search", query, sources },
    };
    stage.noticeContent();
    await send("response.output_item.done", { output_index: index, item });
  };
  const play = async (step: Step): Promise<void> => {
    switch (step.do) {
      case "text":
        return playText(step.pieces, "response.output_text.delta");
      case "thinking":
        return playText(step.pieces, "response.reasoning_summary_text.delta");
      case "toolCall":
        return playCall(step);
      case "webSearch":
        return playSearch(step);
      case "citation": {
        const annotation = { type: "url_citation", title: step.title, url: step.url };
        return send("response.output_text.annotation.added", { output_index: index, annotation });
      }
      case "hold":
        return stage.hold(step.name);
      case "ping":
        return stage.write(": keep-alive\n\n");
      case "error":
        return send("error", { code: step.type, message: step.message, param: null });
      case "cut":
        return stage.cut(step.how);
      case "silence":
        return stage.silence();
      case "raw":
        return stage.write(step.text);
    }
  };
  await send("response.created", { response: { id: "resp_scripted", model, status: "in_progress", usage: null } });
  for (const step of script.steps) {
    await play(step);
    if (step.do === "error") return;
  }
  const usage = script.usage;
  await send("response.completed", {
    response: {
      id: "resp_scripted",
      status: "completed",
      usage: {
        input_tokens: usage?.input ?? inputTokens,
        input_tokens_details: {
          cached_tokens: usage?.cacheRead ?? 0,
          cache_write_tokens: (usage?.cacheWrite5m ?? 0) + (usage?.cacheWrite1h ?? 0),
        },
        output_tokens: usage?.output ?? outputTokens(written),
      },
    },
  });
}
