/** From this share of the model's limit on a conversation is nearly full (CMP-1). */
const nearlyFull = 0.8;

export interface Context {
  /** Tokens that the last request read. */
  readonly used: number;
  /** Tokens that the model can read. */
  readonly limit: number;
  /** No request has told: it is about as many. */
  readonly isEstimate?: boolean | undefined;
}

/** Between 0 and 1. */
export function contextShare({ used, limit }: Context): number {
  return limit > 0 ? Math.min(used / limit, 1) : 0;
}

/** Whether it is time to say that the context is filling up. */
export function isNearlyFull({ used, limit }: Context): boolean {
  return limit > 0 && used / limit >= nearlyFull;
}
