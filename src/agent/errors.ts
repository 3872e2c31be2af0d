/** What kept a model from answering. The code decides what the panel offers; the message says what to do. */
export type ProviderErrorCode =
  | "noKey"
  | "authentication"
  | "permission"
  | "notFound"
  | "contextOverflow"
  | "tooLarge"
  | "refusedRequest"
  | "rateLimited"
  | "overloaded"
  | "serverError"
  | "network"
  | "silent"
  | "cutOff"
  | "protocol";

export class ProviderError extends Error {
  readonly code: ProviderErrorCode;
  /** What a failed turn keeps as the failure's code: what the panel offers goes by it. */
  readonly failureCode: string;
  /** The HTTP status, when there was one. */
  readonly status: number | undefined;
  /** How long the server asks to wait before another try, in milliseconds. */
  readonly retryAfterMilliseconds: number | undefined;

  constructor(
    code: ProviderErrorCode,
    message: string,
    options: {
      status?: number | undefined;
      retryAfterMilliseconds?: number | undefined;
      failureCode?: string | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "ProviderError";
    this.code = code;
    this.failureCode = options.failureCode ?? code;
    this.status = options.status;
    this.retryAfterMilliseconds = options.retryAfterMilliseconds;
  }
}
