import type { FileStore } from "./fileStore.ts";

/** How long to wait before each further try, in milliseconds: two seconds in all. */
const pauses = [50, 100, 150, 200, 300, 400, 800] as const;

/** Resolves after so many milliseconds. */
export type Wait = (milliseconds: number) => Promise<void>;

export const waitMilliseconds: Wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * The same store, for one task: what a busy file refuses is tried again, for two seconds in all (PKG-15). Virus scanners,
 * indexers and synchronising programs hold a file for that long at most; whatever else is wrong is said at once.
 */
export function retryBusy(store: FileStore, wait: Wait): FileStore {
  const left: number[] = [...pauses];
  const retry = async <Result>(attempt: () => Promise<Result>): Promise<Result> => {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        const pause = isBusy(error) ? left.shift() : undefined;
        if (pause === undefined) {
          throw error;
        }
        await wait(pause);
      }
    }
  };
  const { stat } = store;
  return {
    ...(stat === undefined ? {} : { stat: (path) => stat.call(store, path) }),
    list: (folder) => retry(() => store.list(folder)),
    read: (path) => retry(() => store.read(path)),
    write: (path, bytes) => retry(() => store.write(path, bytes)),
    replace: (from, to) => retry(() => store.replace(from, to)),
    remove: (path) => retry(() => store.remove(path)),
  };
}

/** The file systems behind `workspace.fs` keep the system's code in the message only. */
function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    /\b(?:EPERM|EBUSY)\b/.test("code" in error ? `${error.code} ${error.message}` : error.message)
  );
}
