import { win32 } from "node:path";

/** What an npm shim of Windows starts: the path that stands last in quotes before `%*`, relative to the shim's folder. */
export function readShim(text: string, folder: string): string | undefined {
  const target = [...text.matchAll(/"%(?:~dp0|dp0%)\\?([^"]+)"\s+%\*/gi)].at(-1)?.[1];
  return target === undefined ? undefined : win32.join(folder, target);
}
