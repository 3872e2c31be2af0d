const head = "arguments:\n";
const between = "\n\nresult:\n";

/** A tool's stored detail in its two parts; undefined where a file holds it in another form (FMT-5). */
export function splitDetail(
  detail: string,
): { readonly given: string; readonly result: string | undefined } | undefined {
  if (!detail.startsWith(head)) return undefined;
  const end = detail.indexOf(between);
  if (end < 0) return { given: detail.slice(head.length), result: undefined };
  return { given: detail.slice(head.length, end), result: detail.slice(end + between.length) };
}
