const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
/** A step of a segmenter takes time in proportion to its text, so it is given pieces, in UTF-16 units. */
const pieceLength = 1_024;

/**
 * The last `count` grapheme clusters of a text: what a person sees as characters. None is cut, and none is made by cutting.
 * Takes time in proportion to what is kept, whatever comes before it.
 */
export function lastCharacters(text: string, count: number): string {
  if (count <= 0) return "";
  if (text.length <= count) return text;
  for (let span = 2 * count; ; span *= 2) {
    const from = span >= text.length ? 0 : certainStart(text, text.length - span);
    const starts = clusterStarts(text, from);
    const first = starts.at(-count);
    if (first !== undefined) return text.slice(first);
    if (from === 0) return text;
  }
}

/** Where each cluster starts, from one that is known to start at `from`. */
function clusterStarts(text: string, from: number): number[] {
  const starts: number[] = [];
  let length = pieceLength;
  for (let at = from; at < text.length; ) {
    const end = wholeEnd(text, at + length);
    const found = Array.from(segmenter.segment(text.slice(at, end)), ({ index }) => at + index);
    const isLast = end >= text.length;
    // The end of a piece may cut its last cluster, which starts the next piece.
    const whole = isLast ? found : found.slice(0, -1);
    starts.push(...whole);
    if (isLast) break;
    at = found.at(-1) ?? text.length;
    length = whole.length === 0 ? 2 * length : pieceLength;
  }
  return starts;
}

/** Half a code point would be a cluster of its own, and part what belongs together. */
function wholeEnd(text: string, end: number): number {
  return text.charCodeAt(end) >> 10 === 0x37 ? end + 1 : end;
}

/** The last place at or before `limit` where a cluster starts for certain, whatever comes before it. */
function certainStart(text: string, limit: number): number {
  for (let at = limit; at > 0; at--) if (isPlain(text, at) && endsPlainly(text, at)) return at;
  return 0;
}

/** A letter, a digit, an ideograph, kana: joins nothing before it but a few rare signs and a joiner. */
function isPlain(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return (unit >= 0x20 && unit < 0x300) || isEastAsian(unit);
}

/** The units before `at` end with something that takes nothing after it. */
function endsPlainly(text: string, at: number): boolean {
  const unit = text.charCodeAt(at - 1);
  return unit < 0x370 || isEastAsian(unit) || unit === 0xfe0f;
}

function isEastAsian(unit: number): boolean {
  return (unit >= 0x3041 && unit <= 0x3096) || (unit >= 0x30a1 && unit <= 0x30fa) || (unit >= 0x4e00 && unit <= 0x9fff);
}
