/** Containers inside containers, the outermost being the first; what walks one recursively stays far from its limit. */
export const deepestNesting = 1000;

/** Whether a JSON value nests more than `limit` containers. Goes no deeper than that itself. */
export function nestsDeeper(value: unknown, limit: number): boolean {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  if (limit === 0) {
    return true;
  }
  const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const each of inner) {
    if (typeof each === "object" && each !== null && nestsDeeper(each, limit - 1)) {
      return true;
    }
  }
  return false;
}
