const longest = 64;
const acceptable = /^[a-zA-Z0-9_-]{1,64}$/;
const acceptableName = /^[a-zA-Z0-9_-]{1,128}$/;

/**
 * Names the calls of one history for the wire, first to last (PRV-2). An id that Anthropic takes and that no earlier
 * call has stays as it is. Any other is made acceptable, and a number is added to one that is taken, so two calls
 * never share a name. A name depends on the earlier calls only: what follows never changes it (BYT-3).
 */
export function createToolIds(): (id: string) => string {
  const taken = new Set<string>();
  const lastNumber = new Map<string, number>();
  return (id) => {
    const plain = acceptable.test(id) ? id : makeAcceptable(id);
    let wire = plain;
    for (let number = (lastNumber.get(plain) ?? 1) + 1; taken.has(wire); number++) {
      const suffix = `_${number}`;
      wire = plain.slice(0, longest - suffix.length) + suffix;
      lastNumber.set(plain, number);
    }
    taken.add(wire);
    return wire;
  };
}

/** A tool's name as the API takes it; only a name that no tool of ours has is ever changed. */
export function wireToolName(name: string): string {
  return acceptableName.test(name) ? name : makeAcceptable(name);
}

function makeAcceptable(text: string): string {
  return text.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, longest) || "_";
}
