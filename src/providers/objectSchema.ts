import type { ToolDefinition } from "../agent/ports.ts";

/** The JSON Schema of a tool's arguments: an object's, whose properties must be there, also where it has none. */
export interface ObjectSchema {
  type: "object";
  properties: unknown;
  [key: string]: unknown;
}

/** A tool's schema as the APIs take it. */
export function objectSchema({ inputSchema }: ToolDefinition): ObjectSchema {
  return { ...inputSchema, type: "object", properties: inputSchema.properties ?? {} };
}
