import type { DesignDocument } from "./designDocument.ts";

/** A page of the design with the object that document.json holds for it. */
export interface Page {
  readonly id: string;
  readonly name: string;
  readonly node: Readonly<Record<string, unknown>>;
}

/** The pages that have an id, in order: the others can't be asked for. */
export function pagesOf(design: DesignDocument): readonly Page[] {
  const { pages } = design.root;
  if (!Array.isArray(pages)) return [];
  return pages.flatMap((node: unknown): Page[] => {
    if (typeof node !== "object" || node === null || Array.isArray(node)) return [];
    const { id, name } = node as { id?: unknown; name?: unknown };
    if (typeof id !== "string") return [];
    return [{ id, name: typeof name === "string" && name !== "" ? name : id, node: node as Page["node"] }];
  });
}

/** The page of this id, or the first one when there is none. */
export function pageOrFirst(design: DesignDocument, id: string | undefined): Page | undefined {
  const pages = pagesOf(design);
  return pages.find((page) => page.id === id) ?? pages[0];
}
