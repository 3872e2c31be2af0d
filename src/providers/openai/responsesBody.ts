import type { ChatRequest } from "../../agent/ports.ts";
import type { Message } from "../../archive/types.ts";
import type { Effort } from "../../models/effort.ts";
import { argumentsText } from "../blockText.ts";
import { type AnswerPart, callsIn, historyParts } from "../historyParts.ts";
import { objectSchema } from "../objectSchema.ts";
import { assistantText, dataUrl, type ImageOptions, type Part, resultOutput, userParts } from "../plainParts.ts";
import { createToolIds, wireToolName } from "../toolIds.ts";
import { readToolInputText } from "../toolInput.ts";
import { cacheKey } from "./cacheKey.ts";
import type { FunctionTool, InputItem, ResponsesBody } from "./responsesWire.ts";

const longestId = 64;
const longestName = 64;

/** What of a request doesn't come from the conversation. */
export interface ResponsesOptions {
  readonly maxTokens: number;
  readonly effort?: Effort;
  readonly takesImages: boolean;
}

/**
 * The body of a request to the Responses API: a pure projection of what the request holds, and nothing else (BYT-3). Its
 * bytes are `JSON.stringify` of it. The service keeps nothing and is sent no thinking back (TRN-4).
 */
export function responsesBody(
  request: ChatRequest,
  { maxTokens, effort, takesImages }: ResponsesOptions,
): ResponsesBody {
  const instructions = request.systemPrompt.toWellFormed();
  const tools = [...(request.webSearch ? [{ type: "web_search" } as const] : []), ...request.tools.map(functionTool)];
  return {
    model: request.model,
    max_output_tokens: maxTokens,
    ...(instructions.trim() === "" ? {} : { instructions }),
    ...(tools.length === 0 ? {} : { tools }),
    // Without it, a search doesn't say which pages it found.
    ...(request.webSearch ? { include: ["web_search_call.action.sources"] } : {}),
    ...(effort === undefined ? {} : { reasoning: { effort } }),
    prompt_cache_key: cacheKey(request),
    store: false,
    stream: true,
    input: inputItems(request.history, { image: request.image, takesImages }),
  };
}

/**
 * The history as items (PRV-2): each message, text of the model, call and result is one. The results stand behind the
 * answers that called, in the order of the calls, and the images that came with them follow as a message of the person.
 */
function inputItems(history: readonly Message[], options: ImageOptions): InputItem[] {
  return historyParts(history, createToolIds(longestId)).flatMap(({ user, answers, toolMessages }) => [
    ...user.flatMap((message) => userItem(userParts([message], options))),
    ...answers.flatMap((answer) => answer.flatMap(answerItem)),
    ...answers.flatMap(callsIn).map((call): InputItem => {
      return { type: "function_call_output", call_id: call.wireId, output: resultOutput(call) };
    }),
    ...userItem(userParts(toolMessages, options)),
  ]);
}

function userItem(parts: readonly Part[]): InputItem[] {
  if (parts.length === 0) return [];
  const content = parts.map((part) =>
    typeof part === "string"
      ? ({ type: "input_text", text: part } as const)
      : ({ type: "input_image", detail: "auto", image_url: dataUrl(part) } as const),
  );
  return [{ type: "message", role: "user", content }];
}

function answerItem(part: AnswerPart): InputItem[] {
  if (part.kind === "call") {
    const { block, wireId } = part.call;
    const name = wireToolName(block.name, longestName);
    return [{ type: "function_call", call_id: wireId, name, arguments: readToolInputText(argumentsText(block)) }];
  }
  const text = assistantText(part.block);
  return text === undefined ? [] : [{ type: "message", role: "assistant", content: text }];
}

function functionTool(tool: ChatRequest["tools"][number]): FunctionTool {
  const { name, description } = tool;
  return { type: "function", name, description, parameters: objectSchema(tool), strict: false };
}
