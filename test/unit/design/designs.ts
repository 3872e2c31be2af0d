import { type DesignDocument, readDesign } from "../../../src/design/designDocument.ts";
import { applyOperations, type BatchOutcome } from "../../../src/design/operations.ts";
import { counter } from "./randomWork.ts";

export function readText(text: string): DesignDocument {
  const design = readDesign(new TextEncoder().encode(text));
  if (design.kind === "damaged") throw new Error(design.reason);
  return design;
}

/** Applies operations to the text of a document; new ids are `new1`, `new2` and so on. */
export function run(text: string, ...operations: readonly object[]): BatchOutcome {
  return applyOperations(readText(text), JSON.stringify(operations), counter("new"));
}

/** The text of the next version. */
export function textAfter(text: string, ...operations: readonly object[]): string {
  return applied(run(text, ...operations)).design.text;
}

export function applied(outcome: BatchOutcome): Extract<BatchOutcome, { kind: "applied" }> {
  if (outcome.kind === "refused") throw new Error(outcome.reason);
  return outcome;
}

/** Why the operations are refused. */
export function reasonFor(text: string, ...operations: readonly object[]): string {
  const outcome = run(text, ...operations);
  if (outcome.kind === "applied") throw new Error("The operations were applied.");
  return outcome.reason;
}
