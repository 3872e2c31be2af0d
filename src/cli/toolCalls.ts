import type { McpCall, McpResult } from "./mcp/mcpServer.ts";

interface Announced {
  readonly id: string;
  readonly name: string;
}

interface Waiting {
  readonly call: McpCall;
  readonly resolve: (result: McpResult) => void;
}

const aborted: McpResult = { text: "Tool execution aborted", isError: true, images: [] };

/**
 * Brings together the calls that a CLI tells of, the same calls as they reach our server, and their results. Joined by the id that the
 * CLI passes along; a call without one belongs to the first of its name that has none yet. In whatever order they come.
 */
export class ToolCalls {
  #announced: Announced[] = [];
  #results = new Map<string, McpResult>();
  #waiting = new Set<Waiting>();
  #isOpen = false;

  /** A turn opens: calls are taken from here on. */
  open(): void {
    this.#isOpen = true;
  }

  /** The ids of calls that were told of and have no result yet, in order. */
  get pending(): readonly string[] {
    return this.#announced.filter(({ id }) => !this.#results.has(id)).map(({ id }) => id);
  }

  announce(call: Announced): void {
    this.#announced.push(call);
    this.#deliver();
  }

  /** A call that reached our server: its result, when it is there. */
  receive(call: McpCall, signal: AbortSignal): Promise<McpResult> {
    if (!this.#isOpen || signal.aborted) return Promise.resolve(aborted);
    return new Promise((resolve) => {
      const waiting: Waiting = { call, resolve };
      this.#waiting.add(waiting);
      signal.addEventListener("abort", () => {
        if (this.#waiting.delete(waiting)) resolve(aborted);
      });
      this.#deliver();
    });
  }

  answer(id: string, result: McpResult): void {
    this.#results.set(id, result);
    this.#deliver();
  }

  /** The turn is over: whoever still waits is told so. */
  close(): void {
    this.#isOpen = false;
    for (const { resolve } of this.#waiting) resolve(aborted);
    this.#waiting.clear();
    this.#announced = [];
    this.#results.clear();
  }

  #deliver(): void {
    for (const waiting of this.#waiting) {
      const id = waiting.call.id ?? this.#announced.find(({ name }) => name === waiting.call.name)?.id;
      const result = id === undefined ? undefined : this.#results.get(id);
      if (id === undefined || result === undefined) continue;
      this.#announced = this.#announced.filter((each) => each.id !== id);
      this.#waiting.delete(waiting);
      waiting.resolve(result);
    }
  }
}
