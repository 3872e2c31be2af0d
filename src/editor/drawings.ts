import type { DesignDocument } from "../design/designDocument.ts";
import { findNode } from "../design/nodeIndex.ts";
import { componentsIn } from "../design/pageReferences.ts";
import type { Page } from "../design/pages.ts";
import { drawingChanges } from "../panel/drawingChanges.ts";
import type { Drawing, DrawingUpdate } from "../protocol/index.ts";

type Tokens = Readonly<Record<string, unknown>>;

/** A page with all that its nodes refer to, as the panel draws it. */
export function drawingOf(
  design: DesignDocument,
  page: Page | undefined,
  { revision, tokens }: { readonly revision: number; readonly tokens: Tokens | undefined },
): Drawing {
  const components = page === undefined ? {} : componentsIn(page.node, (id) => findNode(design, id)?.node);
  return {
    revision,
    components,
    ...(page === undefined ? {} : { page: page.node }),
    ...(tokens === undefined ? {} : { tokens }),
  };
}

/** What one panel has of the drawing, so that it is sent only what has changed. */
export class DrawingFeed {
  #sent: Drawing | undefined;

  /** A page, or the changes in it when `since` is the revision that was sent last. */
  update(drawing: Drawing, since: number | undefined): DrawingUpdate {
    const before = this.#sent;
    this.#sent = drawing;
    const { page, ...rest } = drawing;
    if (page === undefined || before?.page === undefined) return { kind: "whole", drawing };
    if (before.page.id !== page.id || since !== before.revision) return { kind: "whole", drawing };
    return { kind: "changes", ...rest, changes: drawingChanges(before.page, page) };
  }
}
