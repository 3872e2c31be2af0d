export type Json = { readonly [key: string]: unknown };

export type Report = (fault: string) => void;

/** What an image is by its bytes. */
export function imageTypeOf(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 12).toString("latin1");
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) return "image/gif";
  return /^RIFF.{4}WEBP/s.test(start) ? "image/webp" : undefined;
}

/** Escapes in the raw JSON that spell half a pair, which strict parsers refuse. */
export function unpairedSurrogates(raw: string): readonly string[] {
  const escapes = /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\(?:u[0-9a-fA-F]{4}|.)/gs;
  return [...raw.matchAll(escapes)].map(([found]) => found).filter((found) => /^\\u[dD][89a-fA-F]..$/.test(found));
}

export function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isPositiveInteger(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0;
}

/** Reports every key that isn't one of these. */
export function checkKeys(value: Json, allowed: readonly string[], where: string, report: Report): void {
  for (const key of Object.keys(value)) if (!allowed.includes(key)) report(`${where}.${key}: not permitted`);
}

/** Text that shows something. */
export function checkText(text: unknown, where: string, report: Report): void {
  if (typeof text !== "string" || /^[\s\u0085\u200b]*$/.test(text)) report(`${where}: blank text`);
}

/** An image as a `data:` address that says what it is. */
export function checkDataUrl(url: unknown, where: string, report: Report): void {
  const [, type, data] = /^data:(image\/[a-z]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(String(url)) ?? [];
  if (data === undefined || data.length % 4 !== 0) report(`${where}: an image without bytes`);
  else if (imageTypeOf(Buffer.from(data, "base64")) !== type) report(`${where}: declared ${type}, which it isn't`);
}

/** Arguments are a text that spells a JSON object. */
export function checkArguments(text: unknown, where: string, report: Report): void {
  if (typeof text !== "string" || !isObject(parse(text))) report(`${where}: the arguments aren't an object`);
}

/** A function's name, description and schema; a schema must have properties. */
export function checkFunction(tool: Json, where: string, report: Report): void {
  if (typeof tool.name !== "string" || !/^[a-zA-Z0-9_-]{1,64}$/.test(tool.name)) report(`${where}: bad name`);
  if (tool.description !== undefined && typeof tool.description !== "string") report(`${where}: bad description`);
  const schema = tool.parameters;
  if (!isObject(schema) || schema.type !== "object" || !isObject(schema.properties)) {
    report(`${where}: the schema isn't an object's with properties`);
  }
}
