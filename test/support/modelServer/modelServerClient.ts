import type { RecordedRequest } from "./modelServer.ts";
import type { Script } from "./script.ts";

/** A model server in another process, with the same words. It only needs `fetch`. */
export interface ModelServerClient {
  readonly url: string;
  requests(): Promise<readonly RecordedRequest[]>;
  violations(): Promise<readonly string[]>;
  enqueue(...scripts: readonly Script[]): Promise<void>;
  reached(name: string): Promise<void>;
  release(name?: string): Promise<void>;
  reset(): Promise<void>;
  forgetPrefixes(): Promise<void>;
}

/** `url` is what the server printed when it started. */
export function connectToModelServer(url: string): ModelServerClient {
  const call = async <T>(verb: string, body: object = {}): Promise<T> => {
    const response = await fetch(`${url}/control/${verb}`, { method: "POST", body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`The model server answered ${verb} with ${response.status}.`);
    return response.json();
  };
  return {
    url,
    requests: () => call("requests"),
    violations: () => call("violations"),
    enqueue: (...scripts) => call("enqueue", { scripts }),
    reached: (name) => call("reached", { name }),
    release: (name) => call("release", { name }),
    reset: () => call("reset"),
    forgetPrefixes: () => call("forgetPrefixes"),
  };
}
