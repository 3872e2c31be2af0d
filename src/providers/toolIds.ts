const unacceptable = /[^a-zA-Z0-9_-]/g;

/**
 * Names the calls of one history for the wire, first to last (PRV-2). An id that the provider takes, `longest` characters
 * at most, and that no earlier call has stays as it is. Any other is made acceptable, and a number is added to one that
 * is taken, so two calls never share a name. A name depends on the earlier calls only: what follows never changes it (BYT-3).
 */
export function createToolIds(longest: number): (id: string) => string {
  const taken = new Set<string>();
  const lastNumber = new Map<string, number>();
  return (id) => {
    const plain = makeAcceptable(id, longest);
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

/** A tool's name as the API takes it; only a name that no tool of ours has is ever changed, and cut to 64 characters. */
export function wireToolName(name: string, longest: number): string {
  const isAcceptable = name !== "" && name.length <= longest && name.search(unacceptable) === -1;
  return isAcceptable ? name : makeAcceptable(name, shortName);
}

const shortName = 64;

function makeAcceptable(text: string, longest: number): string {
  return text.replace(unacceptable, "_").slice(0, longest) || "_";
}
