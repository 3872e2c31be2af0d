import { isObject } from "../json.ts";
import { quote } from "../names.ts";
import type { LintCheck } from "./lintRule.ts";
import { isToken, type TokenValues } from "./tokenValue.ts";
import { isLike } from "./wildcard.ts";
import type { Work } from "./work.ts";

/** Longer texts aren't like anything: comparing takes time with their length. */
const longestCompared = 10_000;
/** How many allowed values a message names. */
const mostListed = 8;
/** What each takes of the work, as measured. */
const stepsForEntry = 5;
const stepsForPart = 10;
const stepsForToken = 20;
const stepsForCharacter = 5;

/** What is wrong, as words to follow the field's name: made only where they are shown, because most faults are only counted. */
export type Fault = () => string;

/** What a check takes beside the value: the tokens it may name, and how much work is left. */
export interface CheckParts {
  readonly tokens: TokenValues;
  readonly work: Work;
}

/**
 * What is wrong with a field's value; undefined where nothing is, or where the work is used up before that is known. A field
 * that isn't there is only wrong where it is required. Each entry of a list is checked, and each colour of a paint.
 */
export function faultOf(value: unknown, check: LintCheck, parts: CheckParts): Fault | undefined {
  const isMissing = value === undefined || value === null || value === "";
  if ("required" in check) return isMissing ? () => "is missing" : undefined;
  if (isMissing) return undefined;
  if (Array.isArray(value) && !parts.work.spend(value.length * stepsForEntry)) return undefined;
  for (const part of partsOf(value)) {
    if (!parts.work.spend(isToken(part) ? stepsForToken : stepsForPart)) return undefined;
    const fault = faultOfPart(part, check, parts);
    if (parts.work.isUsedUp) return undefined;
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultOfPart(
  value: unknown,
  check: Exclude<LintCheck, { required: true }>,
  { tokens, work }: CheckParts,
): Fault | undefined {
  const resolved = tokens.resolve(value);
  if ("token" in check) {
    if (!isToken(value)) return () => `is ${quote(value)}, not a token`;
    return resolved === undefined ? () => `is ${quote(value)}, which the design system doesn't have` : undefined;
  }
  const shown = () => (isToken(value) ? `${quote(value)} (${quote(resolved ?? "no such token")})` : quote(value));
  if ("oneOf" in check) {
    const isAllowed = check.oneOf.some((each) => {
      if (isToken(each)) work.spend(stepsForToken);
      return isAlike(each, value, work) || isAlike(tokens.resolve(each), resolved, work);
    });
    return isAllowed ? undefined : () => `is ${shown()}, not one of ${listed(check.oneOf)}`;
  }
  if ("like" in check) {
    return typeof resolved === "string" &&
      resolved.length <= longestCompared &&
      isLikeWithin(work, resolved, check.like)
      ? undefined
      : () => `is ${shown()}, not like ${quote(check.like)}`;
  }
  const { min = -Infinity, max = Infinity, multipleOf } = check;
  if (typeof resolved !== "number") return () => `is ${shown()}, not a number`;
  if (resolved < min) return () => `is ${shown()}, less than ${min}`;
  if (resolved > max) return () => `is ${shown()}, more than ${max}`;
  const isMultiple = multipleOf === undefined || isWhole(resolved / multipleOf);
  return isMultiple ? undefined : () => `is ${shown()}, no multiple of ${multipleOf}`;
}

/** The comparison takes as many steps as the product of both lengths, and some to take the text apart. */
function isLikeWithin(work: Work, text: string, pattern: string): boolean {
  return work.spend(text.length * (pattern.length + stepsForCharacter)) && isLike(text, pattern);
}

/** A list's entries, a paint's colours, or the value itself. Paints don't nest, and so lists of lists are no values of ours. */
function* partsOf(value: unknown): Generator<unknown> {
  for (const one of Array.isArray(value) ? value : [value]) yield* partsOfOne(one);
}

function* partsOfOne(value: unknown): Generator<unknown> {
  if (!isObject(value)) yield value;
  else if (Array.isArray(value.stops)) for (const stop of value.stops) yield isObject(stop) ? stop.color : stop;
  else yield "color" in value ? value.color : value;
}

function listed(values: readonly unknown[]): string {
  const rest = values.length - mostListed;
  return values.slice(0, mostListed).map(quote).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/** Colours are alike in capitals and small letters. */
function isAlike(one: unknown, other: unknown, work: Work): boolean {
  if (typeof one !== "string" || typeof other !== "string") return work.spend(1) && one === other && one !== undefined;
  // Texts of other lengths are told apart without a look at them.
  if (one.length !== other.length) return work.spend(1) && false;
  if (!work.spend(2 + one.length / 4)) return false;
  return one === other || (one.startsWith("#") && one.toLowerCase() === other.toLowerCase());
}

/** Numbers such as 0.3 are no exact multiples of 0.1. */
function isWhole(quotient: number): boolean {
  return Math.abs(quotient - Math.round(quotient)) < 1e-9 * Math.max(1, Math.abs(quotient));
}
