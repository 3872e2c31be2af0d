import { valueAt } from "./valueAt.ts";

/** What can be read off anything that the SDK, the network or the runtime throws, whatever class it is of. */
export interface Failure {
  readonly status: number | undefined;
  readonly headers: Pick<Headers, "get"> | undefined;
  /** The API's own word for it, such as `overloaded_error`. */
  readonly type: string | undefined;
  /** What the API says about it; undefined when it said nothing that we understand. */
  readonly serviceMessage: string | undefined;
  /** The system's code, such as `ECONNREFUSED`, of the failure or of what caused it. */
  readonly systemCode: string | undefined;
  /** Names and messages, from the failure down to its first cause. */
  readonly chain: readonly string[];
  readonly isUnreadable: boolean;
}

const deepestCause = 6;

/** Class names are of no use here: a bundle shortens them. */
export function readFailure(thrown: unknown): Failure {
  const causes = causesOf(thrown);
  const body = errorBodyOf(valueAt(thrown, "error"));
  return {
    status: numberOf(valueAt(thrown, "status")) ?? numberOf(valueAt(body, "code")),
    headers: headersOf(valueAt(thrown, "headers")),
    type: wordOf(valueAt(body, "code")) ?? textOf(valueAt(thrown, "type")) ?? textOf(valueAt(body, "type")),
    serviceMessage: textOf(body) ?? textOf(valueAt(body, "message")),
    systemCode: causes.map((cause) => textOf(valueAt(cause, "code"))).find((code) => code !== undefined),
    chain: causes.map((cause) => (cause instanceof Error ? `${cause.name}: ${cause.message}` : typeof cause)),
    isUnreadable: causes.some((cause) => valueAt(cause, "name") === "SyntaxError"),
  };
}

/** One SDK keeps the whole body, with the error inside, the other the error itself. */
function errorBodyOf(error: unknown): unknown {
  return valueAt(error, "error") ?? error;
}

function causesOf(thrown: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let cause = thrown; cause !== undefined && cause !== null && causes.length < deepestCause; ) {
    causes.push(cause);
    cause = valueAt(cause, "cause");
  }
  return causes;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Some services have a number for a word. */
function wordOf(value: unknown): string | undefined {
  return textOf(value) ?? numberOf(value)?.toString();
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Another runtime's `fetch` has a class of its own for headers. */
function headersOf(value: unknown): Pick<Headers, "get"> | undefined {
  return hasGet(value) ? value : undefined;
}

function hasGet(value: unknown): value is Pick<Headers, "get"> {
  return typeof valueAt(value, "get") === "function";
}
