import type { DesignDocument } from "./designDocument.ts";
import { readTree } from "./readTree.ts";
import { type SpelledTree, treeText } from "./spelledTree.ts";

/** Kept beside the document, so that only the first edit of a file takes its text apart. */
const trees = new WeakMap<DesignDocument, SpelledTree>();

export function treeOf(design: DesignDocument): SpelledTree {
  const known = trees.get(design);
  if (known !== undefined) return known;
  const tree = readTree(design.text, design.root);
  trees.set(design, tree);
  return tree;
}

/** The document that a tree spells. The text is joined when it is asked for, and let go: an undo stack holds many versions. */
export function designOf(tree: SpelledTree, mark: boolean): DesignDocument {
  let kept: WeakRef<{ readonly text: string }> | undefined;
  const design: DesignDocument = {
    kind: "readable",
    mark,
    root: tree.root.value,
    get text() {
      const known = kept?.deref();
      if (known !== undefined) return known.text;
      const made = { text: treeText(tree) };
      kept = new WeakRef(made);
      return made.text;
    },
  };
  trees.set(design, tree);
  return design;
}
