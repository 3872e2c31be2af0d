import type { RefusedRequest } from "./designPort.ts";

/**
 * The files of the workspace folder that a package lies in, to be read only. Nothing is given of an untrusted workspace, of a
 * package's conversation, of `.git`, of keys, and of what lies outside the folder. Refusals are sentences for the model.
 */
export interface WorkspaceFiles {
  /** The paths that a glob fits, sorted; at most `limit` of them. */
  find(glob: string, limit: number, signal: AbortSignal): Promise<FoundFiles | RefusedRequest>;
  /** The text of a file by its path in the folder, parted by `/`. */
  read(path: string): Promise<FileText | RefusedRequest>;
}

export interface FoundFiles {
  readonly kind: "found";
  readonly paths: readonly string[];
  /** Whether there are others. */
  readonly isCut: boolean;
}

export interface FileText {
  readonly kind: "text";
  readonly text: string;
}
