import * as vscode from "vscode";
import { ProviderError } from "../agent/errors.ts";
import type { ChatModel, ChatRequest, TurnEvent } from "../agent/ports.ts";
import type { ListedModel } from "../models/listedModel.ts";
import { toLanguageModelError } from "../providers/vscode/failure.ts";
import {
  countedText,
  imageBytes,
  type LanguageModelMessage,
  type LanguageModelPart,
  languageModelRequest,
} from "../providers/vscode/messages.ts";
import { countedUsage, createLanguageModelReader } from "../providers/vscode/stream.ts";
import type { Log } from "./log.ts";

const provider = "vscode";

/** What makes a part of an image: newer than the oldest VS Code that we run in. */
interface DataParts {
  image(data: Uint8Array, mimeType: string): vscode.LanguageModelTextPart;
}

/** The models that VS Code has, as they are named in the setting: `vendor/id`. */
export async function listLanguageModels(): Promise<readonly ListedModel[]> {
  const models = await vscode.lm.selectChatModels();
  return models.map((model) => ({ id: nameOf(model), label: model.name, context: model.maxInputTokens }));
}

/**
 * VS Code's own models behind the port of every other (PRV-3). They report no usage: tokens are counted by the model's own
 * counter, and what they cost is unknown (FMT-10). The first request asks the person, so that it has to follow what they did.
 */
export function createLanguageModel(log: Log): ChatModel {
  return { provider, stream: (request, signal) => streamAnswer(request, signal, log) };
}

async function* streamAnswer(request: ChatRequest, signal: AbortSignal, log: Log): AsyncGenerator<TurnEvent> {
  signal.throwIfAborted();
  const cancel = new vscode.CancellationTokenSource();
  const abort = (): void => cancel.cancel();
  signal.addEventListener("abort", abort, { once: true });
  try {
    const model = await findModel(request.model);
    const dataParts = dataPartsOf();
    const { messages, tools } = languageModelRequest(request, dataParts !== undefined && seesImages(model));
    log.info(`vscode: request to ${nameOf(model)}, ${messages.length} messages`);
    const response = await model.sendRequest(
      messages.map((message) => toMessage(message, dataParts)),
      { justification: "Silverpoint Agent works on your design with it.", tools: [...tools] },
      cancel.token,
    );
    const reader = createLanguageModelReader();
    let written = "";
    for await (const part of response.stream) {
      signal.throwIfAborted();
      for (const event of reader.read(part)) {
        written += event.type === "text" ? event.text : event.type === "toolCall" ? event.arguments : "";
        yield event;
      }
    }
    signal.throwIfAborted();
    const counts = [countedText({ messages, tools }), written].map((text) => model.countTokens(text));
    const [input = 0, output = 0] = await Promise.all(counts);
    yield countedUsage(input, output);
    yield* reader.finish();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const failure = toLanguageModelError(error);
    log.info(`vscode: failed, ${failure.code}: ${failure.message}`);
    throw failure;
  } finally {
    signal.removeEventListener("abort", abort);
    cancel.cancel();
    cancel.dispose();
  }
}

async function findModel(name: string): Promise<vscode.LanguageModelChat> {
  const models = await vscode.lm.selectChatModels();
  const model = models.find((each) => nameOf(each) === name);
  if (model !== undefined) return model;
  const said = models.length === 0 ? "VS Code has no language models here." : `VS Code has no model “${name}”.`;
  throw new ProviderError("notFound", `${said} Choose another with “Silverpoint: Select Model…”.`);
}

function toMessage(
  { role, parts }: LanguageModelMessage,
  dataParts: DataParts | undefined,
): vscode.LanguageModelChatMessage {
  return role === "assistant"
    ? vscode.LanguageModelChatMessage.Assistant(parts.flatMap(assistantPart))
    : vscode.LanguageModelChatMessage.User(parts.flatMap((part) => userPart(part, dataParts)));
}

function assistantPart(part: LanguageModelPart): (vscode.LanguageModelTextPart | vscode.LanguageModelToolCallPart)[] {
  if (part.kind === "text") return [new vscode.LanguageModelTextPart(part.text)];
  return part.kind === "call" ? [new vscode.LanguageModelToolCallPart(part.id, part.name, part.input)] : [];
}

function userPart(
  part: LanguageModelPart,
  dataParts: DataParts | undefined,
): (vscode.LanguageModelTextPart | vscode.LanguageModelToolResultPart)[] {
  switch (part.kind) {
    case "text":
      return [new vscode.LanguageModelTextPart(part.text)];
    case "image":
      // The mapping makes images only where there is something to carry them.
      return dataParts === undefined ? [] : [dataParts.image(imageBytes(part), part.mediaType)];
    case "result":
      return [new vscode.LanguageModelToolResultPart(part.id, [new vscode.LanguageModelTextPart(part.text)])];
    case "call":
      return [];
  }
}

function dataPartsOf(): DataParts | undefined {
  const parts: unknown = Reflect.get(vscode, "LanguageModelDataPart");
  return isDataParts(parts) ? parts : undefined;
}

function isDataParts(parts: unknown): parts is DataParts {
  return typeof parts === "function" && typeof Reflect.get(parts, "image") === "function";
}

/** A model without a word about it is taken for one without eyes. */
function seesImages(model: vscode.LanguageModelChat): boolean {
  const capabilities: unknown = Reflect.get(model, "capabilities");
  if (typeof capabilities !== "object" || capabilities === null) return false;
  return ["supportsImageToText", "imageInput"].some((key) => Reflect.get(capabilities, key) === true);
}

function nameOf({ vendor, id }: vscode.LanguageModelChat): string {
  return `${vendor}/${id}`;
}
