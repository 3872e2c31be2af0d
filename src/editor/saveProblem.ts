/** Why a save stored nothing, or not all of it, in one sentence for the panel (PKG-15). */
export interface SaveProblem {
  readonly text: string;
}

const causes: readonly (readonly [RegExp, string])[] = [
  [/ENOSPC|no space/i, "The disk is full."],
  [/EROFS|read-only/i, "The folder is read-only."],
  [/EACCES|NoPermissions|permission/i, "You may not write there."],
  [/EBUSY|EPERM/i, "Another program holds the file."],
];

/** The sentence for what a save was rejected with. */
export function saveProblem(error: unknown): SaveProblem {
  const message = error instanceof Error ? error.message : String(error);
  const cause = causes.find(([pattern]) => pattern.test(message))?.[1];
  return { text: cause === undefined ? message : `${cause} (${message})` };
}
