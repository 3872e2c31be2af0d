import type { AskPerson } from "../session.ts";
import { asked, type RpcId } from "./records.ts";
import type { RpcEnd } from "./rpc.ts";

/** How each request of Codex is answered when the person allows it and when they don't. */
const answers: Readonly<Record<string, { readonly allow: object; readonly decline: object }>> = {
  "item/commandExecution/requestApproval": { allow: { decision: "accept" }, decline: { decision: "decline" } },
  "item/fileChange/requestApproval": { allow: { decision: "accept" }, decline: { decision: "decline" } },
  "mcpServer/elicitation/request": {
    allow: { action: "accept", content: {}, _meta: null },
    decline: { action: "decline", content: null, _meta: null },
  },
};

/** What Codex asks us. The person decides what they can; what isn't known is refused. */
export class CodexQuestions {
  readonly #rpc: RpcEnd;
  readonly #ask: AskPerson;
  readonly #log: (line: string) => void;
  readonly #open = new Map<RpcId, AbortController>();

  constructor(rpc: RpcEnd, ask: AskPerson, log: (line: string) => void) {
    this.#rpc = rpc;
    this.#ask = ask;
    this.#log = log;
  }

  take(id: RpcId, method: string, parameters: unknown): void {
    const answer = Object.hasOwn(answers, method) ? answers[method] : undefined;
    if (answer === undefined) {
      this.#log(`refused a request: ${method.slice(0, 80)}`);
      this.#rpc.refuse(id);
      return;
    }
    const { serverName, message } = asked.catch({}).parse(parameters);
    const question = { name: serverName ?? message ?? method, arguments: JSON.stringify(parameters ?? {}) };
    const open = new AbortController();
    this.#open.set(id, open);
    this.#ask(question, open.signal)
      .catch(() => false)
      .then((isAllowed) => {
        if (this.#open.delete(id)) this.#rpc.answer(id, isAllowed ? answer.allow : answer.decline);
      })
      .catch(() => undefined);
  }

  /** Codex wants no answer any more. */
  withdraw(id: RpcId): void {
    this.#open.get(id)?.abort();
    this.#open.delete(id);
  }

  withdrawAll(): void {
    for (const id of [...this.#open.keys()]) this.withdraw(id);
  }
}
