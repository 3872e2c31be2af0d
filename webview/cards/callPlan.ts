/** What a call of `batch_design` would do, read from its arguments: only to be said in a sentence, they are shown whole as well. */

export interface CallPlan {
  /** Names of what would be added: a node's own name, else its type. */
  readonly adds: readonly string[];
  /** Ids of what would be changed, moved, copied or replaced, and of what would be deleted. */
  readonly changes: readonly string[];
  readonly deletes: readonly string[];
}

/** Undefined where the arguments aren't such that it can be said for sure: then nothing is said in place of it. */
export function callPlan(tool: string, given: string): CallPlan | undefined {
  if (tool !== "batch_design") return undefined;
  const list = listOf(parsed(given)?.operations);
  if (list === undefined) return undefined;
  const adds: string[] = [];
  const changes = new Set<string>();
  const deletes = new Set<string>();
  for (const operation of list) {
    if (!isRecord(operation)) return undefined;
    const { op, id, node } = operation;
    if (op === "insert") adds.push(nameOf(node));
    else if (typeof id !== "string") return undefined;
    else if (op === "delete") deletes.add(id);
    else if (op === "update" || op === "move" || op === "replace") changes.add(id);
    else if (op === "copy") adds.push(id);
    else return undefined;
  }
  return { adds, changes: [...changes].filter((id) => !deletes.has(id)), deletes: [...deletes] };
}

function listOf(operations: unknown): readonly unknown[] | undefined {
  const list = typeof operations === "string" ? parsedAny(operations) : operations;
  return Array.isArray(list) && list.length > 0 ? list : undefined;
}

function nameOf(node: unknown): string {
  if (!isRecord(node)) return "";
  if (typeof node.name === "string" && node.name !== "") return node.name;
  return typeof node.type === "string" ? node.type : "";
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parsedAny(text);
  return isRecord(value) ? value : undefined;
}

function parsedAny(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
