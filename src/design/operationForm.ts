import * as z from "zod";

/** The six operations of `batch_design` (DOC-2), checked for their own form; what they name is checked when they are applied. */

const id = z.string().min(1);
const index = z.int().min(0);
const object = z.record(z.string(), z.unknown());
const keys = z.array(z.string());

const forms = {
  insert: z.strictObject({ op: z.literal("insert"), parent: id, index: z.exactOptional(index), node: object }),
  update: z.strictObject({
    op: z.literal("update"),
    id,
    set: z.exactOptional(object),
    unset: z.exactOptional(keys),
  }),
  delete: z.strictObject({ op: z.literal("delete"), id }),
  move: z.strictObject({ op: z.literal("move"), id, parent: id, index: z.exactOptional(index) }),
  copy: z.strictObject({
    op: z.literal("copy"),
    id,
    parent: z.exactOptional(id),
    index: z.exactOptional(index),
    set: z.exactOptional(object),
  }),
  replace: z.strictObject({ op: z.literal("replace"), id, node: object }),
};

export type Operation = { [Op in keyof typeof forms]: z.infer<(typeof forms)[Op]> }[keyof typeof forms];
export type OperationOf<Op extends Operation["op"]> = Extract<Operation, { op: Op }>;

export const operationNames = Object.keys(forms);

export function isOperationName(value: unknown): value is Operation["op"] {
  return typeof value === "string" && Object.hasOwn(forms, value);
}

/** The keys that an operation takes: those that it must have, and those that it may. */
export function keysOf(op: Operation["op"]): { required: string[]; optional: string[] } {
  const { shape } = forms[op];
  const [required, optional]: [string[], string[]] = [[], []];
  for (const [key, form] of Object.entries(shape)) (form instanceof z.ZodExactOptional ? optional : required).push(key);
  return { required, optional };
}

/** What is most wrong with an operation's form, as zod says it: a key that it doesn't take is often a missing one misspelled. */
export function findFormIssue(op: Operation["op"], operation: unknown): z.core.$ZodIssue | undefined {
  const issues = forms[op].safeParse(operation).error?.issues ?? [];
  return issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
}
