/** Where a text stops being JSON. */
export interface JsonFault {
  /** UTF-16 units from the start to the first character that can't stand there. */
  readonly offset: number;
  /** The text is the start of some JSON text: nothing in it is wrong, its end is missing. */
  readonly cutOff: boolean;
}

type Expected = "value" | "valueOrEnd" | "key" | "keyOrEnd" | "colon" | "commaOrEnd" | "nothing";

const fullNumber = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const startOfNumber = /-?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?\d*)?)?/y;
const literals = ["true", "false", "null"];

/**
 * Finds the first fault of a text that should be one JSON value (RFC 8259); undefined when there is none. JSON.parse
 * tells no position that one could rely on, so this is asked after it has failed. It keeps its own stack: no nesting is
 * too deep for it.
 */
export function findJsonFault(text: string): JsonFault | undefined {
  const open: ("{" | "[")[] = [];
  let expected: Expected = "value";
  let offset = 0;

  const afterValue = (): Expected => (open.length === 0 ? "nothing" : "commaOrEnd");

  for (;;) {
    offset = skipWhiteSpace(text, offset);
    const character = text[offset];
    if (character === undefined) {
      return expected === "nothing" ? undefined : { offset, cutOff: true };
    }
    const container = open.at(-1);
    const canEnd: boolean = expected === "valueOrEnd" || expected === "keyOrEnd" || expected === "commaOrEnd";
    const wantsValue: boolean = expected === "value" || expected === "valueOrEnd";
    const wantsKey: boolean = expected === "key" || expected === "keyOrEnd";

    if (canEnd && character === (container === "{" ? "}" : "]")) {
      open.pop();
      expected = afterValue();
      offset += 1;
    } else if (expected === "commaOrEnd" && character === ",") {
      expected = container === "{" ? "key" : "value";
      offset += 1;
    } else if (expected === "colon" && character === ":") {
      expected = "value";
      offset += 1;
    } else if (wantsValue && (character === "{" || character === "[")) {
      open.push(character);
      expected = character === "{" ? "keyOrEnd" : "valueOrEnd";
      offset += 1;
    } else if (wantsValue || (wantsKey && character === '"')) {
      const end = character === '"' ? endOfString(text, offset) : endOfScalar(text, offset);
      if (typeof end !== "number") {
        return end;
      }
      expected = wantsKey ? "colon" : afterValue();
      offset = end;
    } else {
      return { offset, cutOff: false };
    }
  }
}

function skipWhiteSpace(text: string, from: number): number {
  let offset = from;
  while (" \t\n\r".includes(text[offset] ?? "x")) {
    offset += 1;
  }
  return offset;
}

/** The offset behind a string's closing quote, or what is wrong with the string. */
function endOfString(text: string, from: number): number | JsonFault {
  let offset = from + 1;
  for (;;) {
    const character = text[offset];
    if (character === '"') {
      return offset + 1;
    }
    if (character === undefined) {
      return { offset, cutOff: true };
    }
    if (character < " ") {
      return { offset, cutOff: false };
    }
    if (character !== "\\") {
      offset += 1;
      continue;
    }
    const escaped = text[offset + 1] ?? "";
    const digits = escaped === "u" ? text.slice(offset + 2, offset + 6) : "";
    if (!'"\\/bfnrtu'.includes(escaped) || !/^[0-9a-fA-F]*$/.test(digits)) {
      return { offset, cutOff: false };
    }
    const end = offset + (escaped === "u" ? 6 : 2);
    if (end > text.length) {
      return { offset: text.length, cutOff: true };
    }
    offset = end;
  }
}

/** The offset behind a number, `true`, `false` or `null`, or what is wrong with it. */
function endOfScalar(text: string, from: number): number | JsonFault {
  const literal = literals.find((word) => word.startsWith(text.slice(from, from + word.length)));
  if (literal !== undefined) {
    const end = from + literal.length;
    return end > text.length ? { offset: text.length, cutOff: true } : end;
  }
  const end = endOfMatch(fullNumber, text, from);
  if (endOfMatch(startOfNumber, text, from) === text.length && end !== text.length) {
    return { offset: text.length, cutOff: true };
  }
  return end > from ? end : { offset: from, cutOff: false };
}

function endOfMatch(sticky: RegExp, text: string, from: number): number {
  sticky.lastIndex = from;
  return from + (sticky.exec(text)?.[0].length ?? 0);
}
