import type {
  AddedImage,
  DesignPort,
  RefusedRequest,
  Screenshot,
  ScreenshotRequest,
} from "../agent/tools/designPort.ts";
import { decodeBase64 } from "../archive/base64.ts";
import { hashBytes } from "../archive/images.ts";
import type { DesignDocument } from "../design/designDocument.ts";
import { describeDocument } from "../design/getDocument.ts";
import { findNode } from "../design/nodeIndex.ts";
import { assetsIn } from "../design/pageReferences.ts";
import { type Page, pageOrFirst } from "../design/pages.ts";
import type { Drawing } from "../protocol/index.ts";
import type { AssetFolder } from "./assetFolder.ts";
import type { Canvas } from "./canvas.ts";
import type { ConversationFile } from "./conversationFile.ts";
import type { DesignEdits } from "./designEdits.ts";
import type { DesignFile } from "./designFile.ts";
import { acceptImage } from "./imageEntry.ts";
import { nodeName, touchedNodes } from "./touchedNodes.ts";

export interface DesignToolParts {
  readonly design: DesignFile;
  readonly edits: DesignEdits;
  readonly assets: AssetFolder;
  readonly file: ConversationFile;
  /** A page as it is drawn now. */
  readonly drawingOf: (document: DesignDocument, page: Page) => Drawing;
  /** The page that the person looks at. */
  readonly shownPage: () => string | undefined;
  /** A panel that can draw; undefined when none is open. */
  readonly canvas: () => Canvas | undefined;
}

/** How much of the document one answer of `get_document` may hold, in UTF-16 code units. */
const documentLimit = 40_000;

/** The open document as the agent's tools reach it (DOC-2, DOC-3). */
export function designPort(parts: DesignToolParts): DesignPort {
  const { design, edits, assets } = parts;
  return {
    apply: async (operations, signal) => {
      const files = await assets.list();
      signal.throwIfAborted();
      const refuse = (after: DesignDocument) => assets.faultIn(after, design.readable, files);
      const before = design.readable;
      const outcome = edits.apply(operations, "agent", stepLabel, refuse);
      if (outcome.kind === "refused") return outcome;
      const ids = new Set([...outcome.created.flat(), ...outcome.changed]);
      const [first] = ids;
      const touched = touchedNodes(before, outcome.design, outcome);
      return {
        kind: "applied",
        created: outcome.created,
        count: ids.size,
        name: nodeName(outcome.design, first),
        touched,
      };
    },
    describe: (request) => {
      const document = design.readable;
      if (document === undefined) return damaged;
      const described = describeDocument(document, request, documentLimit);
      const name = request.what === "node" ? nodeName(document, request.id) : undefined;
      return described.kind === "refused" || name === undefined ? described : { ...described, name };
    },
    screenshot: (request, signal) => screenshot(parts, request, signal),
    addImage: (bytes) => addImage(parts, bytes),
  };
}

const damaged: RefusedRequest = {
  kind: "refused",
  reason: "document.json can't be read now. The person has to mend it first.",
};

/** What the step is called in VS Code's Edit menu. */
function stepLabel({
  created,
  changed,
}: {
  created: readonly (readonly string[])[];
  changed: readonly string[];
}): string {
  const count = new Set([...created.flat(), ...changed]).size;
  return `Agent: Change ${count} ${count === 1 ? "Node" : "Nodes"}`;
}

async function screenshot(
  parts: DesignToolParts,
  { id, scale }: ScreenshotRequest,
  signal: AbortSignal,
): Promise<Screenshot | RefusedRequest> {
  const document = parts.design.readable;
  if (document === undefined) return damaged;
  const target = id === undefined ? { page: pageOrFirst(document, parts.shownPage()) } : targetOf(document, id);
  if (target?.page === undefined) {
    const reason = id === undefined ? "There is no page to draw." : `There is no page or node “${id}”.`;
    return { kind: "refused", reason: `${reason} Read the outline with get_document.` };
  }
  const canvas = parts.canvas();
  if (canvas === undefined) {
    return {
      kind: "refused",
      reason: "No panel of this document is open, so nothing can be drawn. Go on without a picture.",
    };
  }
  const drawing = parts.drawingOf(document, target.page);
  const assets = await parts.assets.read(assetsIn([drawing.page, ...Object.values(drawing.components)]));
  signal.throwIfAborted();
  const drawn = await canvas.draw({
    drawing,
    scale,
    assets,
    ...(target.node === undefined ? {} : { node: target.node }),
  });
  const { mimeType, bytes } = await acceptImage(decodeBase64(drawn.image.data), canvas.scale);
  const sha256 = await hashBytes(bytes);
  parts.file.addImage(sha256, bytes);
  const name = nodeName(document, target.node ?? target.page.id) ?? target.page.name;
  return { kind: "drawn", image: { sha256, mimeType }, name, width: drawn.width, height: drawn.height };
}

/** An image that can't be sent to the model is an asset all the same. */
async function addImage({ assets, file, canvas }: DesignToolParts, given: Uint8Array): Promise<AddedImage> {
  const { name: asset, width, height } = await assets.add(given);
  try {
    const { mimeType, bytes } = await acceptImage(given, canvas()?.scale);
    const sha256 = await hashBytes(bytes);
    file.addImage(sha256, bytes);
    return { asset, width, height, image: { sha256, mimeType } };
  } catch (error) {
    return { asset, width, height, fault: error instanceof Error ? error.message : String(error) };
  }
}

/** The page of this id, or the page that the node of this id is on. */
function targetOf(document: DesignDocument, id: string): { page: Page | undefined; node?: string } | undefined {
  const page = pageOrFirst(document, id);
  if (page?.id === id) return { page };
  const found = findNode(document, id);
  if (found === undefined) return undefined;
  const owner = pageOrFirst(document, found.pageId);
  return owner?.id === found.pageId ? { page: owner, node: id } : undefined;
}
