import * as z from "zod";
import type { CardAnswer, CardFields } from "../conversation/cards.ts";
import type { ToolOutcome } from "../conversation/toolRound.ts";
import type { ToolDefinition } from "./ports.ts";

/** What a call that runs may use. */
export interface CallContext {
  readonly callId: string;
  /** Ends the wait: Stop doesn't wait for a tool (TRN-6). */
  readonly signal: AbortSignal;
  /** Waits for the person's answer to the card that this call shows. Rejects when the turn is stopped. */
  readonly answer: () => Promise<CardAnswer>;
  /** Takes what the answer adds to the card's item; the card counts as answered from then on. */
  readonly settleCard: (fields: Readonly<Record<string, unknown>>) => void;
}

/** A call whose arguments are what the tool wants. */
export interface PreparedCall {
  /** How the panel shows the call of this id, where that isn't a tool's item. */
  readonly card: ((callId: string) => CardFields) | undefined;
  /** What goes wrong is an error result for the model, not thrown. */
  readonly run: (context: CallContext) => Promise<ToolOutcome>;
}

/** A tool that the model may call. */
export interface Tool {
  readonly definition: ToolDefinition;
  /** Whether it changes the document or anything else, which the mode may forbid (TRN-2). */
  readonly changes: boolean;
  /** Whether running it costs money by itself: one that was cut off counts as a cost that isn't known (FMT-10). */
  readonly isBilled: boolean;
  /** Checks the arguments against the tool's schema; text says what is wrong with them. */
  readonly prepare: (value: unknown) => PreparedCall | string;
}

/** What a tool is made of. `input` is what the model is told to send and what the tool gets. */
export interface ToolMaking<Input extends z.ZodType> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  readonly changes?: boolean;
  readonly isBilled?: boolean;
  readonly card?: (input: z.infer<Input>, callId: string) => CardFields;
  readonly run: (input: z.infer<Input>, context: CallContext) => Promise<ToolOutcome>;
}

/** Makes a tool of its schema and what it does. */
export function defineTool<Input extends z.ZodType>(making: ToolMaking<Input>): Tool {
  const { name, description, input, changes = false, isBilled = false, card, run } = making;
  return {
    definition: { name, description, inputSchema: jsonSchemaOf(input) },
    changes,
    isBilled,
    prepare(value) {
      const read = input.safeParse(value);
      if (!read.success) return faultIn(read.error);
      return {
        card: card && ((callId) => card(read.data, callId)),
        run: (context) => run(read.data, context),
      };
    },
  };
}

/** An error result: what the model reads, and the few words for the panel. */
export function toolError(content: string, statusText: string): ToolOutcome {
  return { content, isError: true, statusText };
}

function jsonSchemaOf(input: z.ZodType): Readonly<Record<string, unknown>> {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: "input" });
  return schema;
}

/** The first few faults, each with its place. */
function faultIn(error: z.core.$ZodError): string {
  const faults = error.issues.slice(0, 3).map(({ path, message }) => {
    const place = path.map(String).join(".");
    return place === "" ? message : `“${place}”: ${message}`;
  });
  return `The arguments don't fit the tool, so nothing was done. ${faults.join("; ")}.`;
}
