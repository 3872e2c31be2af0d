/** Globs as VS Code's settings have them: `*`, `?`, `**`, `{a,b}` and `[a-z]`. Capitals count. Takes no time without end. */

const mostAlternatives = 100;

type Sign = "*" | { readonly fits: (character: string) => boolean };

/** Whether a path, parted by `/`, is one that the glob names. */
export function fitsGlob(path: string, glob: string): boolean {
  const parts = path.split("/");
  return alternativesOf(glob).some((each) => fitParts(parts, each.split("/")));
}

/** Each folder name against each of the glob's, where `**` stands for any number of them. */
function fitParts(parts: readonly string[], globs: readonly string[]): boolean {
  let reached = new Set([0]);
  for (const glob of globs) {
    const next = new Set<number>();
    for (const at of reached) {
      if (glob === "**") for (let to = at; to <= parts.length; to += 1) next.add(to);
      else if (at < parts.length && fitsName(parts[at] ?? "", signsOf(glob))) next.add(at + 1);
    }
    reached = next;
  }
  return reached.has(parts.length);
}

function fitsName(name: string, signs: readonly Sign[]): boolean {
  const characters = Array.from(name);
  let [at, sign, star, resume] = [0, 0, -1, 0];
  while (at < characters.length) {
    const here = signs[sign];
    if (here === "*") {
      [star, resume] = [sign, at];
      sign += 1;
    } else if (here?.fits(characters[at] ?? "") === true) {
      at += 1;
      sign += 1;
    } else if (star >= 0) {
      resume += 1;
      [at, sign] = [resume, star + 1];
    } else {
      return false;
    }
  }
  return signs.slice(sign).every((each) => each === "*");
}

function signsOf(glob: string): readonly Sign[] {
  const found = glob.match(/\[[!^]?\]?[^\]]*\]|[\s\S]/gu) ?? [];
  return found.map((sign): Sign => {
    if (sign === "*") return "*";
    if (sign === "?") return { fits: () => true };
    if (sign.length > 2 && sign.startsWith("[")) return { fits: classOf(sign.slice(1, -1)) };
    return { fits: (character) => character === sign };
  });
}

function classOf(inside: string): (character: string) => boolean {
  const isNot = /^[!^]/.test(inside);
  const ranges = (isNot ? inside.slice(1) : inside).match(/[\s\S]-[\s\S]|[\s\S]/gu) ?? [];
  return (character) => {
    const isIn = ranges.some((range) => {
      const [first = "", , last = first] = Array.from(range);
      return character >= first && character <= last;
    });
    return isIn !== isNot;
  };
}

/** The globs that one with `{a,b}` stands for; those beyond the hundredth are left out. */
function alternativesOf(glob: string): readonly string[] {
  const done: string[] = [];
  const waiting = [glob];
  for (let next = waiting.pop(); next !== undefined && done.length < mostAlternatives; next = waiting.pop()) {
    // The innermost braces first, so that none are left inside.
    const [braces, inside = ""] = /\{([^{}]*)\}/.exec(next) ?? [];
    if (braces === undefined) done.push(next);
    else if (waiting.length < mostAlternatives) {
      for (const option of inside.split(",")) waiting.push(next.replace(braces, () => option));
    }
  }
  return done;
}
