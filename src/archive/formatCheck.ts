/**
 * The rules of schema.ts once more, by hand: for a large conversation they would take longer to ask there than JSON.parse
 * takes to read it. The schema says what is wrong where this says no; a test holds the two to the same answer.
 */

import { isBase64 } from "./blocks.ts";
import { itemTypes } from "./types.ts";

type JsonObject = Readonly<Record<string, unknown>>;

const knownItemTypes: ReadonlySet<unknown> = new Set(itemTypes);
const roles: ReadonlySet<unknown> = new Set(["user", "assistant", "tool"]);
const costKinds: ReadonlySet<unknown> = new Set(["reported", "estimated", "unknown", "notBilled"]);

/** Whether a JSON value is a conversation of format 1, as far as format 1 says (FMT-5). */
export function isFormat1(value: unknown): boolean {
  return (
    isObject(value) &&
    value.formatVersion === 1 &&
    mayBeText(value.provider) &&
    mayBeText(value.model) &&
    mayBeListOf(value.items, isItem) &&
    mayBeObject(value.feedback) &&
    mayBeObject(value.skillCards) &&
    mayBeObject(value.lintRuleCards) &&
    mayBeObject(value.approvalCards) &&
    mayBeList(value.resolvedCards) &&
    mayBeListOf(value.history, isMessage) &&
    mayBeList(value.queued) &&
    mayBeList(value.unsent) &&
    mayBeUsage(value.usage) &&
    mayBeUsage(value.lastRoundUsage) &&
    mayBeCost(value.estimatedCost) &&
    mayBeListOf(value.sentFacts, isSentFact)
  );
}

function isItem(item: unknown): boolean {
  return (
    isObject(item) &&
    isText(item.id) &&
    item.id !== "" &&
    knownItemTypes.has(item.type) &&
    mayBeText(item.text) &&
    (item.hasImage === undefined || typeof item.hasImage === "boolean") &&
    mayBeText(item.name) &&
    mayBeText(item.status) &&
    mayBeText(item.statusText) &&
    mayBeText(item.summary) &&
    mayBeText(item.detail) &&
    mayBeList(item.citations)
  );
}

function isMessage(message: unknown): boolean {
  return isObject(message) && roles.has(message.role) && isListOf(message.content, isBlock);
}

function isBlock(block: unknown): boolean {
  if (!isObject(block)) {
    return false;
  }
  switch (block.type) {
    case "text":
      return isText(block.text);
    case "image":
      return isText(block.sha256) && isText(block.mimeType);
    case "imageOmitted":
      return isText(block.mimeType);
    case "toolCall":
      return isText(block.id) && isText(block.name) && isOneOf(block.arguments, block.argumentsBase64);
    case "toolResult":
      return (
        isText(block.callID) &&
        isText(block.toolName) &&
        typeof block.isError === "boolean" &&
        isOneOf(block.content, block.contentBase64)
      );
    default:
      return false;
  }
}

function isOneOf(text: unknown, base64: unknown): boolean {
  return base64 === undefined ? isText(text) : text === undefined && isText(base64) && isBase64(base64);
}

function mayBeUsage(usage: unknown): boolean {
  return (
    usage === undefined ||
    (isObject(usage) &&
      mayBeNumber(usage.input) &&
      mayBeNumber(usage.output) &&
      mayBeNumber(usage.cacheRead) &&
      mayBeNumber(usage.cacheWrite) &&
      mayBeNumber(usage.webSearchRequests) &&
      mayBeNumber(usage.cacheWrite1h) &&
      mayBeNumber(usage.reportedCost))
  );
}

function mayBeCost(cost: unknown): boolean {
  return (
    cost === undefined ||
    (isObject(cost) && (cost.kind === undefined || costKinds.has(cost.kind)) && mayBeNumber(cost.dollars))
  );
}

function isSentFact(fact: unknown): boolean {
  return isObject(fact) && mayBeNumber(fact.message);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function mayBeText(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function mayBeNumber(value: unknown): boolean {
  return value === undefined || Number.isFinite(value);
}

function mayBeObject(value: unknown): boolean {
  return value === undefined || isObject(value);
}

function mayBeList(value: unknown): boolean {
  return value === undefined || Array.isArray(value);
}

function mayBeListOf(value: unknown, isEntry: (entry: unknown) => boolean): boolean {
  return value === undefined || isListOf(value, isEntry);
}

function isListOf(value: unknown, isEntry: (entry: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isEntry);
}
