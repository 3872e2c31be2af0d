import type { Draft } from "./draft.ts";
import { deepestNesting } from "./limits.ts";
import { documentId, quote, shownName } from "./names.ts";
import { suggestion } from "./nearest.ts";
import { mayHoldChildren } from "./nodeFields.ts";
import { callPlace, levelOf, type Place } from "./places.ts";
import { refuse } from "./refusal.ts";

interface Context {
  readonly draft: Draft;
  readonly deleted: ReadonlyMap<string, number>;
}

/** The page or node of an id, or the document; one that can't be told is refused. */
export function findPlace({ draft: { places }, deleted }: Context, id: string): Place {
  if (id === documentId) return places.document;
  const [place, ...others] = places.all(id);
  if (place === undefined) {
    const number = deleted.get(id);
    if (number !== undefined) refuse(`${quote(id)} was deleted by operation ${number} of this list.`);
    refuse(`There is no page or node ${quote(id)}.${suggestion(id, places.ids())} get_document lists the ids.`);
  }
  if (others.length > 0) refuse(sharedId(id, [place, ...others]));
  if (levelOf(place) > deepestNesting + 1) {
    refuse(
      `${callPlace(place)} is nested more than ${deepestNesting} levels deep, which can't be changed. Name what it is in.`,
    );
  }
  return place;
}

/** What an operation puts something into: the document, a page, or a node that may hold children. */
export function findParent(context: Context, id: string): Place {
  const place = findPlace(context, id);
  const { kind, branch } = place;
  const key = kind === "document" ? "pages" : "children";
  const list = branch.value[key];
  if (branch.list === undefined && list !== undefined && list !== null) {
    refuse(
      `"${key}" of ${callPlace(place)} is ${quote(list)} where a list is expected. Only the person can mend that, in the text.`,
    );
  }
  if (kind === "node" && branch.list === undefined && !mayHoldChildren(branch.value.type)) {
    refuse(`${callPlace(place)} can't hold children. Put them into the frame, group or page around it.`);
  }
  return place;
}

/** The index in the parent's list that an operation names, or the end. */
export function openIndex(parent: Place, index: number | undefined): number {
  const count = parent.branch.list?.items.length ?? 0;
  if (index === undefined) return count;
  if (index > count) {
    refuse(`"index" is ${index}, but ${callPlace(parent)} holds ${count} there: the index can be 0 to ${count}.`);
  }
  return index;
}

function sharedId(id: string, places: readonly Place[]): string {
  const shown = places.slice(0, 2).map((place) => `${callPlace(place)} in ${quote(wayTo(place))}`);
  const more = places.length > 2 ? ` and ${places.length - 2} more` : "";
  return (
    `The id ${quote(id)} isn't unique: it stands for ${shown.join(" and for ")}${more}. ` +
    "Which one is meant can't be told, until the person gives them different ids in the text."
  );
}

/** The names of what a place is in, outermost first. */
function wayTo(place: Place): string {
  const names: string[] = [];
  for (let outer = place.parent; outer?.parent !== undefined; outer = outer.parent) {
    names.unshift(shownName(outer.branch.value));
  }
  return names.join(" / ") || "the document";
}
