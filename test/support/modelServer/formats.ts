import { validateChatRequest } from "../wire/chatValidator.ts";
import { validateResponsesRequest } from "../wire/responsesValidator.ts";
import { validateAnthropicRequest } from "../wireValidator.ts";
import { playAnthropicAnswer, type Stage } from "./anthropicAnswer.ts";
import { playChatAnswer } from "./chatAnswer.ts";
import type { MeasuredInput } from "./promptCache.ts";
import { playResponsesAnswer } from "./responsesAnswer.ts";
import type { Script } from "./script.ts";

/** One way of speaking with a model: who judges a body, and how an answer is played. */
export interface WireFormat {
  validate(raw: string): readonly string[];
  play(
    script: Extract<Script, { kind: "answer" }>,
    body: string,
    measure: () => MeasuredInput,
    stage: Stage,
  ): Promise<void>;
}

const anthropic: WireFormat = {
  validate: validateAnthropicRequest,
  play: (script, body, measure, stage) => playAnthropicAnswer(script, modelIn(body), measure(), stage),
};

const responses: WireFormat = {
  validate: validateResponsesRequest,
  play: (script, body, _measure, stage) => playResponsesAnswer(answerTo(script, body), stage),
};

const chat: WireFormat = {
  validate: validateChatRequest,
  play: (script, body, _measure, stage) => playChatAnswer(answerTo(script, body), stage),
};

/** The format that is spoken at a path; undefined where none is. A server may stand below a path of its own. */
export function formatAt(path: string): WireFormat | undefined {
  if (path === "/v1/messages") return anthropic;
  if (path.endsWith("/v1/responses")) return responses;
  return path.endsWith("/v1/chat/completions") ? chat : undefined;
}

/** Whether somebody asks which models there are. There is no list here, and it isn't recorded: no model is asked. */
export function asksForList(method: string, path: string): boolean {
  return (method === "GET" && /\/(models|tags)(\?|$)/.test(path)) || path.endsWith("/api/show");
}

function answerTo(script: Extract<Script, { kind: "answer" }>, body: string) {
  return { script, model: modelIn(body), inputTokens: Math.ceil(Buffer.byteLength(body) / 4) };
}

function modelIn(body: string): string {
  return String(JSON.parse(body).model);
}
