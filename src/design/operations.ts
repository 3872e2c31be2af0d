import { type DesignDocument, designBytes } from "./designDocument.ts";
import { designOf, treeOf } from "./documentTree.ts";
import { Draft } from "./draft.ts";
import { largestDocument, mostWork } from "./limits.ts";
import { operationTitle, readOperations } from "./readOperations.ts";
import { Refusal, refuse } from "./refusal.ts";
import { type OperationContext, type OperationEffect, runOperation } from "./runOperation.ts";

export type BatchOutcome =
  | {
      readonly kind: "applied";
      /** The next version; the same one where the operations come to nothing. */
      readonly design: DesignDocument;
      /** By operation, the ids of what it put into the document, chosen or made, in the document's order. */
      readonly created: readonly (readonly string[])[];
      /** The ids that the operations touched, new ones too, each once and in their order; `"document"` is the document. */
      readonly changed: readonly string[];
    }
  | {
      readonly kind: "refused";
      /** For the model: which operation, counted from 1, what is wrong with it, and what would be right. */
      readonly reason: string;
    };

/**
 * Applies a list of operations, given as JSON text (DOC-2, docs/design.md): all of them, or none. Later ones see what
 * earlier ones did. Bytes outside what they touch don't change (DOC-4), and untouched parts of `root` are the same
 * objects as before. `newId` is asked again while it makes ids that are taken. Never throws on what the text holds.
 */
export function applyOperations(design: DesignDocument, operations: string, newId: () => string): BatchOutcome {
  try {
    const list = readOperations(operations);
    const draft = new Draft(treeOf(design));
    const { length } = design.text;
    const context: OperationContext = { draft, newId, deleted: new Map() };
    const effects = list.map((operation, index) =>
      titled(operationTitle(index, operation.op), () => {
        const effect = runOperation(context, operation, index + 1);
        checkAmount(length + draft.growth, draft.work);
        return effect;
      }),
    );
    return applied(design, draft, effects);
  } catch (error) {
    if (error instanceof Refusal) return { kind: "refused", reason: error.message };
    throw error;
  }
}

const tooLarge = `The document would be larger than ${largestDocument / 1_000_000} MB, the most that it may be.`;

function applied(before: DesignDocument, draft: Draft, effects: readonly OperationEffect[]): BatchOutcome {
  const next = designOf(draft.tree, before.mark);
  if (isTooLarge(next)) refuse(tooLarge);
  return {
    kind: "applied",
    design: next.text === before.text ? before : next,
    created: effects.map(({ created }) => created),
    changed: [...new Set(effects.flatMap(({ changed }) => changed))],
  };
}

function titled<T>(title: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(`${title}: ${error.message}`) : error;
  }
}

/** After each operation, so that none makes what can't be held. Lengths are in UTF-16 units. */
function checkAmount(length: number, work: number): void {
  if (length > largestDocument) refuse(tooLarge);
  if (work > mostWork) {
    refuse(`The operations copy and move more than ${mostWork / 1_000_000} MB in all. Send them in several calls.`);
  }
}

/** No UTF-16 unit takes more than three bytes. */
function isTooLarge(design: DesignDocument): boolean {
  return design.text.length * 3 > largestDocument && designBytes(design).length > largestDocument;
}
