/** What stands at a name in a folder. A symbolic link is `other`, whatever it points at (IMG-4). */
export type EntryKind = "file" | "folder" | "other";

export interface Entry {
  readonly name: string;
  readonly kind: EntryKind;
}

/** What a file system tells of a file without reading it. `mtime` in milliseconds, or whatever else grows with each write. */
export interface FileStat {
  readonly size: number;
  readonly mtime: number;
}

/**
 * The files of one package. Paths are relative to the package folder, parted by `/`.
 * Every method rejects with what the file system said; "not there" is a value where it says so.
 */
export interface FileStore {
  /** The entries of a folder, in no order; empty when there is no such folder. */
  list(folder: string): Promise<readonly Entry[]>;
  /** The bytes of a file; undefined when there is none. Nobody writes to them afterwards. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Size and time of a file; undefined when there is none. A store that can't tell leaves this out: files are read instead. */
  stat?(path: string): Promise<FileStat | undefined>;
  /** Writes the whole file, making its folders. Not atomic: a crash can leave a part. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** Moves a file over another. Not atomic: a crash can leave the target deleted and the source in place (PKG-8). */
  replace(from: string, to: string): Promise<void>;
  /** Removes a file, a link (not what it points at), or a folder with all that is in it; nothing happens when there is none. */
  remove(path: string): Promise<void>;
}
