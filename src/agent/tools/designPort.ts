import type { TouchedNodes } from "../../conversation/toolRound.ts";
import type { ImageReference } from "../../conversation/waitingMessage.ts";

/** What the design tools need from the document that is open. Refusals are sentences for the model. */
export interface DesignPort {
  /** Applies a list of operations, given as JSON text, as one undo step; or nothing of it (DOC-2). */
  apply(operations: string, signal: AbortSignal): Promise<AppliedOperations | RefusedRequest>;
  describe(request: DocumentRequest): DescribedDocument | RefusedRequest;
  /** Draws a page or a node to PNG (DOC-3). Rejects when it can't be drawn. */
  screenshot(request: ScreenshotRequest, signal: AbortSignal): Promise<Screenshot | RefusedRequest>;
  /** Puts an image among the package's assets, on no page. Rejects, saying why, when it can't be one. */
  addImage(bytes: Uint8Array): Promise<AddedImage>;
}

export interface RefusedRequest {
  readonly kind: "refused";
  readonly reason: string;
}

export interface AppliedOperations {
  readonly kind: "applied";
  /** The ids that each operation created, in order. */
  readonly created: readonly (readonly string[])[];
  /** How many nodes and pages were created or changed, and the name of the first one. */
  readonly count: number;
  readonly name: string | undefined;
  /** What came of it, for the panel. */
  readonly touched?: TouchedNodes;
}

export type DocumentRequest =
  | { readonly what: "whole" }
  | { readonly what: "outline" }
  | { readonly what: "node"; readonly id: string; readonly depth?: number; readonly from?: number };

export interface DescribedDocument {
  readonly kind: "text";
  readonly text: string;
  /** What the page or node is called, where one was asked for. */
  readonly name?: string;
}

/** `id` is a page's or a node's; without it the page that the person looks at is meant. */
export interface ScreenshotRequest {
  readonly id: string | undefined;
  /** Pixels per unit of the design. */
  readonly scale: number;
}

export interface Screenshot {
  readonly kind: "drawn";
  readonly image: ImageReference;
  /** What is in the picture, and its size in pixels. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

export interface AddedImage {
  /** The name that an image node shows it by, and its size in pixels. */
  readonly asset: string;
  readonly width: number;
  readonly height: number;
  /** The image for the model; undefined where it can't be sent, with why. */
  readonly image?: ImageReference;
  readonly fault?: string;
}
