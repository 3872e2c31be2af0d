import * as z from "zod";

/**
 * A rule that nodes of a design are held to: data, so that a file from anyone can't run anything. `like` takes `*` and `?`
 * instead of a regular expression, which could take for ever.
 */

const scalar = z.union([z.string().max(200), z.number(), z.boolean()]);
const range = z
  .strictObject({
    min: z.exactOptional(z.number()),
    max: z.exactOptional(z.number()),
    multipleOf: z.exactOptional(z.number().positive()),
  })
  .refine((check) => Object.keys(check).length > 0, "name at least one of min, max and multipleOf")
  .refine(({ min = -Infinity, max = Infinity }) => min <= max, "min is larger than max");

const check = z.union(
  [
    range,
    z.strictObject({ oneOf: z.array(scalar).min(1).max(100) }),
    z.strictObject({ token: z.literal(true) }),
    z.strictObject({ required: z.literal(true) }),
    z.strictObject({ like: z.string().min(1).max(200) }),
  ],
  {
    error:
      'must be one of {"min":…,"max":…,"multipleOf":…}, {"oneOf":[…]}, {"token":true}, {"required":true} and {"like":"text with * and ?"}',
  },
);

export const lintRule = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "lower-case letters, digits and single dashes")
    .max(64),
  message: z.string().trim().min(1).max(300),
  types: z.exactOptional(z.array(z.string().min(1).max(64)).min(1).max(20)),
  field: z.string().min(1).max(64),
  check,
});

export type LintRule = z.infer<typeof lintRule>;
export type LintCheck = LintRule["check"];

/** A rule read from a value of any form. Throws, saying what is wrong, where it isn't one. */
export function readLintRule(value: unknown): LintRule {
  const read = lintRule.safeParse(value);
  if (read.success) return read.data;
  const faults = read.error.issues.slice(0, 3).map(({ path, message }) => {
    const place = path.map(String).join(".");
    return place === "" ? message : `“${place}”: ${message}`;
  });
  throw new Error(`This isn't a rule: ${faults.join("; ")}.`);
}
