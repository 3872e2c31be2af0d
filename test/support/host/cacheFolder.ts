import { homedir } from "node:os";
import { join } from "node:path";

/** The folder that all clones share for what is brought in once. `SILVERPOINT_CACHE` overrides the user's cache. */
export function cacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return environment.SILVERPOINT_CACHE || join(userCache(environment), "silverpoint-agent");
}

function userCache(environment: NodeJS.ProcessEnv): string {
  switch (process.platform) {
    case "darwin":
      return join(homedir(), "Library", "Caches");
    case "win32":
      return environment.LOCALAPPDATA || join(homedir(), "AppData", "Local");
    default:
      return environment.XDG_CACHE_HOME || join(homedir(), ".cache");
  }
}
