import type * as z from "zod";
import { type Rpc, type RpcId, readRpc } from "./records.ts";

/** A request that the other side answered with an error. */
export class RpcError extends Error {
  readonly code: number | undefined;

  constructor(message: string, code: number | undefined) {
    super(message);
    this.name = "RpcError";
    this.code = code;
  }
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Our end of JSON-RPC lines. Every request is answered, by an error at the latest when the other side has ended. */
export class RpcEnd {
  readonly #send: (record: object) => void;
  readonly #pending = new Map<RpcId, Pending>();
  #lastId = 0;
  #ended: Error | undefined;

  constructor(send: (record: object) => void) {
    this.#send = send;
  }

  /** Sends a request; its result, read with a schema. */
  async request<Schema extends z.ZodType>(method: string, params: object, schema: Schema): Promise<z.infer<Schema>> {
    if (this.#ended !== undefined) throw this.#ended;
    const id = ++this.#lastId;
    const answered = new Promise<unknown>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
    });
    this.#send({ id, method, params });
    return schema.parse(await answered);
  }

  notify(method: string): void {
    this.#send({ method });
  }

  answer(id: RpcId, result: object): void {
    this.#send({ id, result });
  }

  /** Says that a request of theirs isn't known. */
  refuse(id: RpcId): void {
    this.#send({ id, error: { code: -32601, message: "Not supported." } });
  }

  /** Takes a record: what isn't the answer to a request of ours is given back. */
  take(value: unknown): Rpc | undefined {
    const record = readRpc(value);
    if (record === undefined || record.method !== undefined || record.id === undefined) return record;
    const pending = this.#pending.get(record.id);
    this.#pending.delete(record.id);
    if (record.error === undefined) pending?.resolve(record.result);
    else pending?.reject(new RpcError(record.error.message ?? "no reason given", record.error.code));
    return undefined;
  }

  /** The other side has ended: nothing is answered any more. */
  end(error: Error): void {
    this.#ended = error;
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}
