/**
 * Exact sums of US dollars (FMT-10). An amount is a whole number of picodollars (10⁻¹² dollars): a price of
 * micro-dollars per million tokens times a number of tokens is then always whole.
 */
export type Picodollars = bigint;

const decimals = 12;

/**
 * A JSON number as the decimal it is written as: 0.1 is one tenth. Digits beyond the twelfth are rounded,
 * halves away from zero. What is not a finite number counts as nothing.
 */
export function readDollars(dollars: number): Picodollars {
  return readDecimal(dollars, decimals);
}

/** The nearest number, which prints as the exact amount up to some thousand dollars. */
export function writeDollars(amount: Picodollars): number {
  const sign = amount < 0n ? "-" : "";
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, "0");
  return Number(`${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`);
}

/** A number as a whole number of units of 10^-places, by its shortest decimal form. */
export function readDecimal(value: number, places: number): bigint {
  const [, sign, whole, fraction, exponent] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  if (whole === undefined) return 0n;
  const digits = BigInt(whole + (fraction ?? ""));
  const shift = places - (fraction?.length ?? 0) + Number(exponent ?? 0);
  const magnitude = shift >= 0 ? digits * 10n ** BigInt(shift) : divideRounded(digits, 10n ** BigInt(-shift));
  return sign === "-" ? -magnitude : magnitude;
}

function divideRounded(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor / 2n) / divisor;
}
