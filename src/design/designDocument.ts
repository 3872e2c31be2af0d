import { designOf, treeOf } from "./documentTree.ts";
import { Draft } from "./draft.ts";

/** document.json as it was read: any JSON object (PKG-3). `text` has no byte order mark; `mark` says whether the file had one. */
export interface DesignDocument {
  readonly kind: "readable";
  readonly text: string;
  readonly mark: boolean;
  readonly root: Readonly<Record<string, unknown>>;
}

/** A document.json that can't be shown; its bytes stay as they are. The reason is one sentence for a person. */
export interface DamagedDesign {
  readonly kind: "damaged";
  readonly reason: string;
}

const byteOrderMark = "\uFEFF";

export function readDesign(bytes: Uint8Array | undefined): DesignDocument | DamagedDesign {
  if (bytes === undefined) return damaged("The file isn't there.");
  let decoded: string;
  try {
    decoded = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return damaged("The file isn't UTF-8 text.");
  }
  const mark = decoded.startsWith(byteOrderMark);
  return parseDesign(mark ? decoded.slice(1) : decoded, mark);
}

export function designBytes(design: DesignDocument): Uint8Array {
  return new TextEncoder().encode((design.mark ? byteOrderMark : "") + design.text);
}

/** The design's own name, or what it is called by its folder. */
export function designName(design: DesignDocument, folderName: string): string {
  const { name } = design.root;
  return typeof name === "string" && name !== "" ? name : folderName;
}

/** The same document under another name. Every byte outside the name stays (DOC-4). */
export function renameDesign(design: DesignDocument, name: string): DesignDocument {
  const draft = new Draft(treeOf(design));
  const isChanged = draft.changeFields(draft.places.document, { set: [["name", name]], unset: [] });
  return isChanged ? designOf(draft.tree, design.mark) : design;
}

function parseDesign(text: string, mark: boolean): DesignDocument | DamagedDesign {
  if (text.trim() === "") return damaged("The file is empty.");
  if (/^(<{7} |={7}$|>{7} )/m.test(text)) {
    return damaged("It holds the marks of a merge conflict (<<<<<<<). Resolve the conflict in the text.");
  }
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch (error) {
    return damaged(`It isn't valid JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
  if (typeof root !== "object" || root === null || Array.isArray(root)) {
    return damaged("Its content isn't a JSON object.");
  }
  return { kind: "readable", text, mark, root: root as Record<string, unknown> };
}

function damaged(reason: string): DamagedDesign {
  return { kind: "damaged", reason };
}
