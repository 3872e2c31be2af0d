import { checkSet, checkUnset, type FieldOwner } from "./checkFields.ts";
import type { Draft } from "./draft.ts";
import { findParent, findPlace, openIndex } from "./findPlace.ts";
import type { JsonObject } from "./json.ts";
import { deepestNesting } from "./limits.ts";
import { idOf, quote } from "./names.ts";
import { checkLevel, type NewNodePlace, prepareNode } from "./newNode.ts";
import type { Operation, OperationOf } from "./operationForm.ts";
import { callPlace, indexOf, isInside, levelOf, type Place } from "./places.ts";
import { refuse } from "./refusal.ts";
import { levelsOf } from "./spelledTree.ts";

/** What operations are applied to. */
export interface OperationContext {
  readonly draft: Draft;
  readonly newId: () => string;
  /** By id, which operation deleted what is gone, counted from 1. */
  readonly deleted: Map<string, number>;
}

/** What an operation did: the ids that are new, in the document's order, and all that it touched. */
export interface OperationEffect {
  readonly created: readonly string[];
  readonly changed: readonly string[];
}

/** Applies one operation to the draft. Refuses by throwing a `Refusal`; the draft is of no use then. `number` counts from 1. */
export function runOperation(context: OperationContext, operation: Operation, number: number): OperationEffect {
  switch (operation.op) {
    case "insert":
      return insert(context, operation);
    case "update":
      return update(context, operation);
    case "delete":
      return remove(context, operation, number);
    case "move":
      return move(context, operation);
    case "copy":
      return copy(context, operation);
    case "replace":
      return replace(context, operation);
  }
}

function insert(context: OperationContext, { parent, index, node }: OperationOf<"insert">): OperationEffect {
  const target = findParent(context, parent);
  const place = openIndex(target, index);
  const prepared = prepareNode(
    node,
    newNodePlace(context, target, (id) => context.draft.places.has(id)),
  );
  const created = context.draft.insert(target, place, prepared);
  return { created, changed: created };
}

function update(
  { draft, deleted }: OperationContext,
  { id, set = {}, unset = [] }: OperationOf<"update">,
): OperationEffect {
  const place = findPlace({ draft, deleted }, id);
  const both = unset.find((key) => Object.hasOwn(set, key));
  if (both !== undefined) refuse(`${quote(both)} stands in "set" and in "unset".`);
  if (Object.keys(set).length + unset.length === 0) refuse('It changes nothing: name fields in "set" or in "unset".');
  checkSet(ownerOf(place), set);
  checkUnset(ownerOf(place), unset);
  const isChanged = draft.changeFields(place, { set: Object.entries(set), unset });
  return { created: [], changed: isChanged ? [id] : [] };
}

function remove({ draft, deleted }: OperationContext, { id }: OperationOf<"delete">, number: number): OperationEffect {
  const place = findPlace({ draft, deleted }, id);
  if (place.kind === "document") refuse("The document itself can't be deleted.");
  if (place.kind === "page" && pageCount(draft) === 1) {
    refuse(`${callPlace(place)} is the last page, which can't be deleted. Insert another page first.`);
  }
  for (const gone of draft.take(place).ids) deleted.set(gone, number);
  return { created: [], changed: [id] };
}

function move(context: OperationContext, { id, parent, index }: OperationOf<"move">): OperationEffect {
  const { draft } = context;
  const place = findPlace(context, id);
  const target = findParent(context, parent);
  checkKind(place, target, "moved");
  if (place === target) refuse(`${callPlace(place)} can't be moved into itself.`);
  if (isInside(target, place)) {
    refuse(`${callPlace(place)} can't be moved into ${callPlace(target)}, which is inside it.`);
  }
  checkLevels(place, target);
  const { loose } = draft.take(place);
  draft.put(target, openIndex(target, index), loose);
  return { created: [], changed: [id] };
}

function copy(context: OperationContext, { id, parent, index, set = {} }: OperationOf<"copy">): OperationEffect {
  const { draft, newId } = context;
  const place = findPlace(context, id);
  const target = parent === undefined ? place.parent : findParent(context, parent);
  if (target === undefined) refuse("The document itself can't be copied.");
  checkKind(place, target, "copied");
  checkLevels(place, target);
  checkSet(ownerOf(place), set);
  const behind = parent === undefined && index === undefined ? indexOf(place) + 1 : openIndex(target, index);
  const taken = new Set<string>();
  const loose = draft.copy(place, () => freeId(draft, newId, taken));
  const created = draft.put(target, behind, loose);
  const [copied] = created.slice(0, 1).flatMap((first) => draft.places.all(first));
  if (copied !== undefined) draft.changeFields(copied, { set: Object.entries(set), unset: [] });
  return { created, changed: created };
}

function replace(context: OperationContext, { id, node }: OperationOf<"replace">): OperationEffect {
  const { draft } = context;
  const place = findPlace(context, id);
  const { parent } = place;
  if (parent === undefined) refuse("The document itself can't be replaced.");
  if (node.id !== undefined && node.id !== id) {
    refuse(
      `The "id" of the node is ${quote(node.id)}, but what is replaced keeps its id: leave it out, or give ${quote(id)}.`,
    );
  }
  const isTaken = (wanted: string) => draft.places.all(wanted).some((other) => !isInside(other, place));
  const named: JsonObject = node.id === undefined ? { id, ...node } : node;
  const prepared = prepareNode(named, newNodePlace(context, parent, isTaken));
  const created = draft.replace(place, prepared).filter((inside) => inside !== id);
  return { created, changed: [id, ...created] };
}

function newNodePlace(
  { draft, newId }: OperationContext,
  parent: Place,
  isTaken: (id: string) => boolean,
): NewNodePlace {
  return {
    kind: parent.kind === "document" ? "page" : "node",
    level: levelOf(parent) + 1,
    isTaken,
    freeId: (chosen) => freeId(draft, newId, chosen),
  };
}

/** How often a taken id is made before it is given up. */
const mostTries = 1000;

/** An id that nothing has; it joins those that are `chosen`. */
function freeId(draft: Draft, newId: () => string, chosen: Set<string>): string {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const id = newId();
    if (idOf({ id }) === undefined || draft.places.has(id) || chosen.has(id)) continue;
    chosen.add(id);
    return id;
  }
  refuse("No id could be made that isn't taken. Choose the ids yourself.");
}

function checkKind(place: Place, target: Place, done: "moved" | "copied"): void {
  if (place.kind === "page" && target.kind !== "document") {
    refuse(`${callPlace(place)} can only be ${done} within the document: a page can't stand in a page or a node.`);
  }
  if (place.kind === "node" && target.kind === "document") {
    refuse(`${callPlace(place)} can't be ${done} into the document, which holds pages only. Name a page or a node.`);
  }
  if (place.kind === "document") refuse(`The document itself can't be ${done}.`);
}

function checkLevels(place: Place, target: Place): void {
  checkLevel(levelOf(target) + levelsOf(place.branch, deepestNesting + 1));
}

function pageCount(draft: Draft): number {
  const items = draft.places.document.branch.list?.items ?? [];
  return items.filter(({ content }) => typeof content !== "string").length;
}

function ownerOf({ kind, branch }: Place): FieldOwner {
  return { kind, type: branch.value.type, called: callPlace({ kind, branch }) };
}
