import type { MeasuredInput } from "./promptCache.ts";
import type { Cut, Script, Step } from "./script.ts";

/** What an answer is played on. Every method rejects when the other side has gone. */
export interface Stage {
  /** Writes bytes and resolves when they are on their way. */
  write(bytes: string | Uint8Array): Promise<void>;
  /** Hears that something went out that a conversation keeps. */
  noticeContent(): void;
  hold(name: string): Promise<void>;
  /** The pause before a piece of text. */
  pause(): Promise<void>;
  cut(how: Cut): Promise<never>;
  /** Never resolves; rejects when the other side has gone. */
  silence(): Promise<never>;
}

type SearchStep = Extract<Step, { do: "webSearch" }>;
type AnswerScript = Extract<Script, { kind: "answer" }>;

/** What the service encrypts for itself: nobody else has a use for it, and it must enter nothing. */
const secret = "ZW5jcnlwdGVk";

/** Plays a script as the stream of Anthropic's Messages API, event by event. */
export async function playAnthropicAnswer(
  script: AnswerScript,
  model: string,
  measured: MeasuredInput,
  stage: Stage,
): Promise<void> {
  const input = { ...measured, ...script.usage };
  let events = 0;
  let outputCharacters = 0;
  let blockIndex = -1;
  let openBlock: string | undefined;
  let searchCount = 0;

  const write = async (text: string): Promise<void> => {
    if (script.bytewise !== true) return stage.write(text);
    for (const byte of Buffer.from(text)) await stage.write(Uint8Array.of(byte));
  };
  const send = async (type: string, fields: object): Promise<void> => {
    await write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
    if (type !== "ping") events++;
    if (script.cutAfter?.events === events) await stage.cut(script.cutAfter.how);
  };
  const closeBlock = async (): Promise<void> => {
    if (openBlock === undefined) return;
    if (openBlock === "thinking") {
      const delta = { type: "signature_delta", signature: "c2NyaXB0ZWQ=" };
      await send("content_block_delta", { index: blockIndex, delta });
    }
    if (openBlock.startsWith("call ")) stage.noticeContent();
    openBlock = undefined;
    await send("content_block_stop", { index: blockIndex });
  };
  const openAs = async (block: string, content: object): Promise<void> => {
    if (openBlock === block) return;
    await closeBlock();
    openBlock = block;
    blockIndex++;
    await send("content_block_start", { index: blockIndex, content_block: content });
  };
  const sendPieces = async (pieces: readonly string[], deltaOf: (piece: string) => object): Promise<void> => {
    for (const piece of pieces) {
      await stage.pause();
      outputCharacters += piece.length;
      await send("content_block_delta", { index: blockIndex, delta: deltaOf(piece) });
    }
  };
  const sendSearch = async ({ query, results, error }: SearchStep): Promise<void> => {
    const id = `srvtoolu_${++searchCount}`;
    await openAs(id, { type: "server_tool_use", id, name: "web_search", input: {} });
    const json = JSON.stringify({ query });
    await sendPieces([json.slice(0, 7), json.slice(7)], (piece) => ({ type: "input_json_delta", partial_json: piece }));
    await closeBlock();
    if (results === undefined && error === undefined) return;
    const content =
      error === undefined
        ? results?.map((page) => ({ type: "web_search_result", ...page, page_age: null, encrypted_content: secret }))
        : { type: "web_search_tool_result_error", error_code: error };
    stage.noticeContent();
    await openAs(`${id} result`, { type: "web_search_tool_result", tool_use_id: id, content });
    await closeBlock();
  };
  const inputUsage = {
    input_tokens: input.input,
    cache_creation_input_tokens: input.cacheWrite5m + input.cacheWrite1h,
    cache_read_input_tokens: input.cacheRead,
  };

  const play = async (step: Step): Promise<void> => {
    switch (step.do) {
      case "text":
        await openAs("text", { type: "text", text: "" });
        return sendPieces(step.pieces, (piece) => {
          if (piece.trim() !== "") stage.noticeContent();
          return { type: "text_delta", text: piece };
        });
      case "thinking":
        await openAs("thinking", { type: "thinking", thinking: "", signature: "" });
        return sendPieces(step.pieces, (piece) => ({ type: "thinking_delta", thinking: piece }));
      case "toolCall":
        await openAs(`call ${step.id}`, { type: "tool_use", id: step.id, name: step.name, input: {} });
        return sendPieces(step.pieces, (piece) => ({ type: "input_json_delta", partial_json: piece }));
      case "webSearch":
        return sendSearch(step);
      case "citation": {
        const { title, url } = step;
        const place = { type: "web_search_result_location", title, url, cited_text: title, encrypted_index: secret };
        await openAs("text", { type: "text", text: "" });
        return send("content_block_delta", { index: blockIndex, delta: { type: "citations_delta", citation: place } });
      }
      case "hold":
        return stage.hold(step.name);
      case "ping":
        return send("ping", {});
      case "error":
        return send("error", { error: { type: step.type, message: step.message }, request_id: "req_scripted" });
      case "cut":
        return stage.cut(step.how);
      case "silence":
        return stage.silence();
      case "raw":
        return write(step.text);
    }
  };

  await send("message_start", {
    message: {
      id: "msg_scripted",
      type: "message",
      role: "assistant",
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        ...inputUsage,
        cache_creation: {
          ephemeral_5m_input_tokens: input.cacheWrite5m,
          ephemeral_1h_input_tokens: input.cacheWrite1h,
        },
        output_tokens: 1,
        service_tier: "standard",
      },
    },
  });
  for (const step of script.steps) {
    await play(step);
    if (step.do === "error") return;
  }
  await closeBlock();
  const hasCalls = script.steps.some((step) => step.do === "toolCall");
  const stopReason = script.stopReason === undefined ? (hasCalls ? "tool_use" : "end_turn") : script.stopReason;
  const searches = input.webSearchRequests ?? (searchCount > 0 ? searchCount : undefined);
  await send("message_delta", {
    delta: { stop_reason: stopReason, stop_sequence: null },
    usage: {
      ...inputUsage,
      output_tokens: script.usage?.output ?? Math.max(1, Math.ceil(outputCharacters / 4)),
      ...(searches === undefined ? {} : { server_tool_use: { web_search_requests: searches } }),
    },
  });
  await send("message_stop", {});
}
