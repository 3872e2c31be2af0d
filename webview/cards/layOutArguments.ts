import { layOutJson } from "./layOutJson.ts";

/**
 * A call's arguments set in lines. Some tools take JSON as a text (`batch_design` its operations), which nobody can read with
 * every quote escaped: then each argument stands under its name, and such a text is set in lines itself. Nothing is left out.
 */
export function layOutArguments(text: string): string {
  const fields = fieldsOf(text);
  if (!fields.some(([, value]) => isJsonText(value))) return layOutJson(text);
  return fields.map(([name, value]) => `${name}:\n${layOutJson(shown(value))}`).join("\n\n");
}

function fieldsOf(text: string): readonly (readonly [string, unknown])[] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  } catch {
    return [];
  }
}

function isJsonText(value: unknown): value is string {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return false;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

function shown(value: unknown): string {
  return isJsonText(value) ? value : JSON.stringify(value);
}
