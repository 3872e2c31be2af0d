import { type Cut, fullestView, uncut } from "./cut.ts";
import type { DesignDocument } from "./designDocument.ts";
import { jsonView, type Shown } from "./jsonView.ts";
import { documentId, quote } from "./names.ts";
import { suggestion } from "./nearest.ts";
import { findNode, idsIn } from "./nodeIndex.ts";
import { outlineView } from "./outlineView.ts";

export type DocumentRequest =
  | { readonly what: "whole" }
  | { readonly what: "outline" }
  | {
      readonly what: "node";
      /** A page, a node, or `"document"`. */
      readonly id: string;
      /** How many levels of what is in it are shown; all of them without it. */
      readonly depth?: number;
      /** The first of its children that is shown, counted from 0, to read on where a list was too long. */
      readonly from?: number;
    };

export type DescribedDocument =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * The document for the model to read (DOC-2), in at most `limit` UTF-16 units. What has to be left out for that is said,
 * with the way to get it. The same document gives the same text.
 */
export function describeDocument(design: DesignDocument, request: DocumentRequest, limit: number): DescribedDocument {
  switch (request.what) {
    case "outline":
      return described(
        fullestView((cut) => outlineView(design.root, cut, limit), uncut),
        limit,
      );
    case "whole": {
      const { text, root } = design;
      if (text.length <= limit) return { kind: "text", text };
      return describeJson({ node: root, listKey: "pages", from: 0 }, uncut, limit);
    }
    case "node": {
      const { id, depth = uncut.depth, from = 0 } = request;
      const shown = find(design, id, Math.max(from, 0));
      if (shown === undefined) return noSuchNode(design, id);
      return describeJson(shown, { ...uncut, depth: Math.min(Math.max(depth, 0), uncut.depth) }, limit);
    }
  }
}

function find(design: DesignDocument, id: string, from: number): Shown | undefined {
  if (id === documentId) return { node: design.root, listKey: "pages", from };
  const node = findNode(design, id)?.node;
  return node && { node, listKey: "children", from };
}

function describeJson(shown: Shown, cut: Cut, limit: number): DescribedDocument {
  return described(
    fullestView((part) => jsonView(shown, part, limit), cut),
    limit,
  );
}

function described(text: string | undefined, limit: number): DescribedDocument {
  if (text !== undefined) return { kind: "text", text };
  return { kind: "refused", reason: `Not even a part of it can be shown in ${limit} characters.` };
}

function noSuchNode(design: DesignDocument, id: string): DescribedDocument {
  const meant = suggestion(id, idsIn(design));
  return { kind: "refused", reason: `There is no page or node ${quote(id)}.${meant} The outline lists the ids.` };
}
