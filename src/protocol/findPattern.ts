/**
 * What a text to find is looked for with; undefined for none. Letters match whatever their case, in every script, unless it is to
 * be matched; an accent matches composed and apart, and is never cut off its letter; any white space matches any other,
 * since lines are broken elsewhere than in the text.
 */
export function findPattern(query: string, matchCase: boolean): RegExp | undefined {
  return patternOf(query, matchCase, "");
}

/** The same for Markdown as it is written: marks of emphasis and code between the letters aren't there to the reader. */
export function findPatternInMarkdown(query: string, matchCase: boolean): RegExp | undefined {
  return patternOf(query, matchCase, "[*_~`]*");
}

function patternOf(query: string, matchCase: boolean, between: string): RegExp | undefined {
  if (query.trim() === "") return undefined;
  const forms = [...new Set([query.normalize("NFC"), query.normalize("NFD")])];
  const written = forms.map((form) => literally(form, between)).join("|");
  return new RegExp(`(?:${written})(?!\\p{M})`, matchCase ? "gu" : "giu");
}

function literally(text: string, between: string): string {
  const parts = text.toWellFormed().match(/\s+|\S/gu) ?? [];
  return parts.map((part) => (/\s/u.test(part) ? "\\s+" : part.replace(/[\\^$.*+?()[\]{}|/]/u, "\\$&"))).join(between);
}
