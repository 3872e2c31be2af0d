import { changeFields, type FieldChanges, type Surroundings, withEmptyList } from "./fields.ts";
import { insertSpaced, removeSpaced } from "./gaps.ts";
import type { JsonObject } from "./json.ts";
import { type Form, formAt, formOf, isOnLines, lineIndent, listIndent } from "./layout.ts";
import type { Manner } from "./manner.ts";
import { indexOf, type Place, Places } from "./places.ts";
import { readNode } from "./readTree.ts";
import { copyBranch, reindentBranch, withList } from "./reshape.ts";
import { spellNodePerLine, spellOnLines, spellOnOneLine } from "./spell.ts";
import { type Branch, branchLength, type Item, type List, type ListKey, type SpelledTree } from "./spelledTree.ts";

/** A list that was copied for this draft, and may be changed in place. */
interface OwnList {
  readonly value: unknown[];
  readonly items: Item[];
  tail: string;
}

/** A branch that stands nowhere yet, and the indent that it is spelled at. */
export interface LooseBranch {
  readonly branch: Branch;
  readonly indent: string;
}

const spellers: Readonly<Record<Form["layout"], (node: JsonObject, manner: Manner, indent: string) => string>> = {
  lines: spellOnLines,
  nodes: spellNodePerLine,
  line: spellOnOneLine,
};

/**
 * The next version of a document's tree while operations are applied. Branches are never changed: a changed one is
 * another object, and so are those around it; all others are shared with the version before.
 */
export class Draft {
  readonly places: Places;
  readonly #before: SpelledTree;
  readonly #manner: Manner;
  readonly #own = new Set<List | OwnList>();
  #growth = 0;
  #work = 0;

  constructor(tree: SpelledTree) {
    this.places = new Places(tree.root);
    this.#before = tree;
    this.#manner = tree.manner;
  }

  get tree(): SpelledTree {
    return { ...this.#before, root: this.places.document.branch };
  }

  /** By how much the fields and nodes of the document grew so far, in UTF-16 units. */
  get growth(): number {
    return this.#growth;
  }

  /** How much text was put in so far, in UTF-16 units. */
  get work(): number {
    return this.#work;
  }

  /** Answers whether that changed anything. */
  changeFields(place: Place, changes: FieldChanges): boolean {
    const { branch } = place;
    const changed = changeFields(branch, changes, this.#around(place));
    if (changed === branch) return false;
    this.#growth += changed.head.length + changed.foot.length - branch.head.length - branch.foot.length;
    this.#replaceBranch(place, changed);
    return true;
  }

  /** Spells a new node at an index of the parent's list as the others there are, and puts it there. */
  insert(parent: Place, index: number, node: JsonObject): readonly string[] {
    this.#ownList(parent);
    return this.put(parent, index, this.#spell(node, formAt(parent, index, this.#manner)));
  }

  /** Puts a branch into the parent's list, at the indent that it gets there. The ids in it come back in their order. */
  put(parent: Place, index: number, loose: LooseBranch): readonly string[] {
    const list = this.#ownList(parent);
    const { indent, layout } = formAt(parent, index, this.#manner);
    const branch = reindentBranch(loose.branch, loose.indent, indent);
    const make = (gap: string): Item => ({ gap, content: branch });
    const lineStart = layout === "line" ? "" : this.#manner.lineEnd;
    if (list.items.length > 0) {
      insertSpaced(list.items, index, make, this.#manner.comma);
    } else {
      list.items.push(make(lineStart === "" ? "" : lineStart + indent));
      list.tail = lineStart === "" ? "" : lineStart + listIndent(parent, this.#manner);
    }
    list.value.splice(index, 0, branch.value);
    this.#count(branchLength(branch));
    return this.places.add(branch, parent, index);
  }

  /** Takes a page or node out of the document, with the ids that go with it. */
  take(place: Place): { loose: LooseBranch; ids: readonly string[] } {
    const { parent, branch } = place;
    if (parent === undefined) throw new Error("The document can't be taken out of itself.");
    const indent = lineIndent(place, this.#manner);
    const list = this.#ownList(parent);
    const index = indexOf(place);
    if (!removeSpaced(list.items, index)) list.tail = "";
    list.value.splice(index, 1);
    this.#growth -= branchLength(branch);
    return { loose: { branch, indent }, ids: this.places.remove(place) };
  }

  copy(place: Place, newId: () => string): LooseBranch {
    return { branch: copyBranch(place.branch, newId, this.#around(place)), indent: lineIndent(place, this.#manner) };
  }

  /** Puts a new node in a place. The ids in it come back in their order. */
  replace(place: Place, node: JsonObject): readonly string[] {
    const { parent } = place;
    if (parent === undefined) throw new Error("The document can't be replaced.");
    const { branch } = this.#spell(node, formOf(place, this.#manner));
    this.#growth -= branchLength(place.branch);
    this.#count(branchLength(branch));
    this.places.remove(place);
    this.#replaceBranch(place, branch);
    return this.places.add(branch, parent, place.lastIndex);
  }

  #count(length: number): void {
    this.#growth += length;
    this.#work += length;
  }

  #replaceBranch(place: Place, branch: Branch): void {
    if (place.parent !== undefined) {
      const list = this.#ownList(place.parent);
      const index = indexOf(place);
      const item = list.items[index];
      if (item !== undefined) list.items[index] = { ...item, content: branch };
      list.value[index] = branch.value;
    }
    place.branch = branch;
  }

  /** The place's list, copied where it still belongs to the version before, and made where there is none. */
  #ownList(place: Place): OwnList {
    const key = listKeyOf(place);
    if (place.branch.list === undefined) {
      this.#replaceBranch(place, withEmptyList(place.branch, key, this.#around(place)));
    }
    const { list } = place.branch;
    if (list === undefined) throw new Error("The list that was made is missing.");
    if (this.#isOwn(list)) return list;
    const own: OwnList = { value: [...list.value], items: [...list.items], tail: list.tail };
    this.#own.add(own);
    this.#replaceBranch(place, withList(place.branch, own, key));
    return own;
  }

  #isOwn(list: List | OwnList): list is OwnList {
    return this.#own.has(list);
  }

  #spell(node: JsonObject, { indent, layout }: Form): LooseBranch {
    const text = spellers[layout](node, this.#manner, indent);
    const value: JsonObject = JSON.parse(text);
    return { branch: readNode(text, value), indent };
  }

  #around(place: Place): Surroundings {
    return { manner: this.#manner, indent: lineIndent(place, this.#manner), onLines: isOnLines(place) };
  }
}

function listKeyOf(place: Place): ListKey {
  return place.kind === "document" ? "pages" : "children";
}
