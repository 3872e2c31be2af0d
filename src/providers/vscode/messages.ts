import type { ChatRequest } from "../../agent/ports.ts";
import { decodeBase64 } from "../../archive/base64.ts";
import { argumentsText, type ShownImage } from "../blockText.ts";
import { type AnswerPart, callsIn, historyParts, type PairedCall } from "../historyParts.ts";
import { type ObjectSchema, objectSchema } from "../objectSchema.ts";
import { assistantText, type Part, resultOutput, userParts } from "../plainParts.ts";
import { createToolIds, wireToolName } from "../toolIds.ts";
import { readToolInput } from "../toolInput.ts";

/** What a message of VS Code's language models is made of, without `vscode` itself; the host makes its classes of it. */
export type LanguageModelPart =
  | { readonly kind: "text"; readonly text: string }
  | ({ readonly kind: "image" } & ShownImage)
  | { readonly kind: "call"; readonly id: string; readonly name: string; readonly input: Record<string, unknown> }
  | { readonly kind: "result"; readonly id: string; readonly text: string };

export interface LanguageModelMessage {
  readonly role: "user" | "assistant";
  readonly parts: readonly LanguageModelPart[];
}

export interface LanguageModelRequest {
  readonly messages: readonly LanguageModelMessage[];
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly inputSchema: ObjectSchema;
  }[];
}

const longestId = 40;
const longestName = 64;

/**
 * A request to one of VS Code's models: a pure projection of what the request holds (BYT-3). There is no role for a system
 * prompt: it is the first message of the person. Results stand in the message of the person that follows the calls, in
 * their order, before anything else (PRV-2). How long an answer may be is the model's to say: the API has no word for it.
 */
export function languageModelRequest(request: ChatRequest, takesImages: boolean): LanguageModelRequest {
  const options = { image: request.image, takesImages };
  const { systemPrompt } = request;
  const parts = historyParts(request.history, createToolIds(longestId));
  const messages = [
    ...message("user", systemPrompt.trim() === "" ? [] : [shown(systemPrompt.toWellFormed())]),
    ...parts.flatMap(({ user, answers, toolMessages }) => [
      ...user.flatMap((one) => message("user", userParts([one], options).map(shown))),
      ...answers.flatMap((answer) => message("assistant", answer.flatMap(answerPart))),
      ...message("user", [...answers.flatMap(callsIn).map(resultPart), ...userParts(toolMessages, options).map(shown)]),
    ]),
  ];
  const tools = request.tools.map((tool) => {
    return { name: tool.name, description: tool.description, inputSchema: objectSchema(tool) };
  });
  return { messages, tools };
}

/** The bytes of an image's part. */
export function imageBytes({ data }: ShownImage): Uint8Array {
  return decodeBase64(data);
}

/** All that a model's counter can count of a request; it counts no images. */
export function countedText({ messages }: LanguageModelRequest): string {
  const texts = messages.flatMap(({ parts }) => parts.map(textOf));
  return texts.join("\n");
}

function textOf(part: LanguageModelPart): string {
  switch (part.kind) {
    case "text":
    case "result":
      return part.text;
    case "call":
      return JSON.stringify(part.input);
    case "image":
      return "";
  }
}

function message(role: LanguageModelMessage["role"], parts: readonly LanguageModelPart[]): LanguageModelMessage[] {
  return parts.length === 0 ? [] : [{ role, parts }];
}

function shown(part: Part): LanguageModelPart {
  return typeof part === "string" ? { kind: "text", text: part } : { kind: "image", ...part };
}

function answerPart(part: AnswerPart): LanguageModelPart[] {
  if (part.kind === "call") {
    const { block, wireId } = part.call;
    const input = readToolInput(argumentsText(block));
    return [{ kind: "call", id: wireId, name: wireToolName(block.name, longestName), input }];
  }
  const text = assistantText(part.block);
  return text === undefined ? [] : [{ kind: "text", text }];
}

function resultPart(call: PairedCall): LanguageModelPart {
  return { kind: "result", id: call.wireId, text: resultOutput(call) };
}
