import type { Block, SentFact } from "../archive/types.ts";

/** What the model should know at a turn's start besides the message, in full; "" for a section that has nothing in it. */
export interface TurnSections {
  readonly designSystem?: string;
  readonly context?: string;
}

const titles = { designSystem: "# Design system", context: "# Context" } as const;
const keys = ["designSystem", "context"] as const;

/**
 * The sections that differ from what the model was left with: only these are sent, and recorded (TRN-1, FMT-11). `inFull`: all
 * that have something in them go too, to a model that was left with none (CLI-2).
 */
export function changedSections(sections: TurnSections, sentFacts: readonly SentFact[], inFull = false): TurnSections {
  const changed = keys.flatMap((key): [string, string][] => {
    const now = sections[key]?.toWellFormed();
    if (now === undefined) return [];
    const known = sentFacts.findLast((fact) => fact[key] !== undefined)?.[key] ?? "";
    return now === known && !(inFull && now !== "") ? [] : [[key, now]];
  });
  return Object.fromEntries(changed);
}

/** Each section as a text block of its own, in a fixed order (TRN-1). */
export function sectionBlocks(sections: TurnSections): Block[] {
  return keys.flatMap((key): Block[] => {
    const text = sections[key];
    return text === undefined ? [] : [{ type: "text", text: `${titles[key]}\n${text === "" ? goneText : text}` }];
  });
}

const goneText = "There is none any more.";
