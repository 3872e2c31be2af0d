const firstLine = "version https://git-lfs.github.com/spec/";

/** Whether a file holds what Git LFS leaves in the place of one that it didn't download (COM-4). */
export function isLfsPointer(bytes: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(bytes.subarray(0, firstLine.length)) === firstLine;
}
