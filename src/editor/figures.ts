/** Numbers as people read them; English, Japanese and Chinese write them alike. */
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

export function withCommas(count: number): string {
  return whole.format(count);
}

/** US dollars to the cent; less than one as precisely as it takes to be more than nothing. */
export function inDollars(dollars: number): string {
  if (dollars === 0 || dollars >= 0.01) return `$${dollars.toFixed(2)}`;
  return dollars >= 0.0001 ? `$${dollars.toFixed(4)}` : "< $0.0001";
}
