/**
 * How long a server asks to wait, in milliseconds (TRN-8): `retry-after-ms`, else `retry-after` in seconds or as a
 * date. Undefined for none, a moment that has passed, and what can't be read. `now` is in milliseconds since 1970.
 */
export function readRetryAfter(headers: Pick<Headers, "get"> | undefined, now: number): number | undefined {
  return (
    positive(readNumber(headers?.get("retry-after-ms"))) ??
    positive(secondsOrDate(headers?.get("retry-after")?.trim(), now))
  );
}

function secondsOrDate(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const seconds = readNumber(value);
  return seconds === undefined ? Date.parse(value) - now : seconds * 1000;
}

function readNumber(value: string | null | undefined): number | undefined {
  if (value === null || value === undefined || !/^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/.test(value)) return undefined;
  return Number(value);
}

function positive(milliseconds: number | undefined): number | undefined {
  if (milliseconds === undefined || !Number.isFinite(milliseconds) || milliseconds <= 0) return undefined;
  return Math.ceil(milliseconds);
}
