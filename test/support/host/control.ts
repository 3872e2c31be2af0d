import { readFile, rm } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { waitUntil } from "./waitUntil.ts";

/** Asks things inside the extension host, through the test-only extension in `test/support/control`. */
export interface Control {
  /** The environment that the server must be started with. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Runs a function inside the extension host. It is sent as its source text, so it can use nothing from around it but
   * its two parameters (and `require`). Arguments and result travel as JSON. Waits for a host that isn't up yet.
   */
  evaluate<T>(ask: (vscode: typeof import("vscode")) => T | PromiseLike<T>): Promise<T>;
  evaluate<T, A>(ask: (vscode: typeof import("vscode"), args: A) => T | PromiseLike<T>, args: A): Promise<T>;
  /** Before a reload: the next `evaluate` waits for the new host, since the old one lives on for a while. */
  forgetHost(): Promise<void>;
}

/** `folder` is one that outlives the server's starts; the port file lies in it. */
export function controlIn(folder: string): Control {
  const portFile = join(folder, "control-port");
  return {
    environment: { SILVERPOINT_TEST_CONTROL: portFile },
    evaluate: async <T>(ask: (vscode: never, args: never) => T | PromiseLike<T>, args?: unknown): Promise<T> => {
      const question = JSON.stringify({ body: ask.toString(), args });
      // Only what was never taken is asked again: a refused connection or a port that isn't known yet.
      const answer = await waitUntil("the control extension", async () => {
        const port = Number(await readFile(portFile, "utf8"));
        return post(port, question).catch((error: NodeJS.ErrnoException) => {
          if (error.code === "ECONNREFUSED") return undefined;
          return JSON.stringify({ error: { message: `The extension host went away: ${error.message}` } });
        });
      });
      return readAnswer<T>(answer);
    },
    forgetHost: () => rm(portFile, { force: true }),
  };
}

function post(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path: "/evaluate", method: "POST" }, (response) => {
      let answer = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        answer += chunk;
      });
      response.on("end", () => resolve(answer));
      response.on("error", reject);
    });
    asked.on("error", reject);
    asked.end(text);
  });
}

function readAnswer<T>(text: string): T {
  const answer: { value?: T; error?: { message: string; stack?: string } } = JSON.parse(text);
  if (answer.error !== undefined) {
    throw new Error(answer.error.message, { cause: answer.error.stack });
  }
  return answer.value as T;
}
