const token = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g;

/** Objects and lists of at most so many characters stand on one line. */
const shortLength = 60;
const deepest = 40;

interface Part {
  readonly text: string;
  /** For an opening bracket: whether all up to its closing one is short, or undefined for any other token. */
  readonly isShort?: boolean;
}

/**
 * JSON text set in lines. Every token stays as it was written, in its order: only blanks between tokens are others. Text
 * that isn't JSON, or is nested too deep to be indented, comes back as it is.
 */
export function layOutJson(text: string): string {
  const parts = isJson(text) ? partsOf(text) : undefined;
  return parts === undefined ? text : join(parts);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Undefined when the nesting is too deep. */
function partsOf(text: string): Part[] | undefined {
  const parts: Part[] = [];
  const open: { readonly index: number; readonly start: number }[] = [];
  let length = 0;
  for (const [found] of text.matchAll(token)) {
    if (found === "{" || found === "[") open.push({ index: parts.length, start: length });
    parts.push({ text: found });
    length += found.length + (found === "," || found === ":" ? 1 : 0);
    if (open.length > deepest) return undefined;
    const opener = found === "}" || found === "]" ? open.pop() : undefined;
    if (opener !== undefined) {
      const isShort = length - opener.start <= shortLength;
      parts[opener.index] = { text: parts[opener.index]?.text ?? "", isShort };
    }
  }
  return parts;
}

function join(parts: readonly Part[]): string {
  const inLine: boolean[] = [];
  const out: string[] = [];
  const breakLine = () => out.push(`\n${"  ".repeat(inLine.length)}`);
  for (const [index, { text, isShort }] of parts.entries()) {
    const before = parts[index - 1];
    if (text === "}" || text === "]") {
      const isEmpty = before?.isShort !== undefined;
      if (inLine.pop() === false) breakLine();
      else if (text === "}" && !isEmpty) out.push(" ");
      out.push(text);
    } else if (isShort !== undefined) {
      const staysInLine = isShort || inLine.at(-1) === true;
      inLine.push(staysInLine);
      out.push(text);
      if (!staysInLine) breakLine();
      else if (text === "{" && parts[index + 1]?.text !== "}") out.push(" ");
    } else if (text === ",") {
      out.push(text);
      if (inLine.at(-1) === true) out.push(" ");
      else breakLine();
    } else out.push(text === ":" ? ": " : text);
  }
  return out.join("");
}
