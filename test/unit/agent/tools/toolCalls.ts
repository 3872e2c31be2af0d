import type { CallContext, PreparedCall, Tool } from "../../../../src/agent/tool.ts";
import type { DesignPort } from "../../../../src/agent/tools/designPort.ts";
import { agentTools, type ToolPorts } from "../../../../src/agent/tools/index.ts";
import type { CardAnswer } from "../../../../src/conversation/cards.ts";
import type { ToolOutcome } from "../../../../src/conversation/toolRound.ts";
import { lintRule } from "../../../../src/design/lint/lintRule.ts";

export const image = { sha256: "a".repeat(64), mimeType: "image/png" };

const nothing = { kind: "refused", reason: "Nothing is there." } as const;

export interface Ports extends Partial<Omit<ToolPorts, "design">> {
  readonly design?: Partial<DesignPort>;
}

/** What a call may use; `answer` is the person's. */
interface CallOptions {
  readonly answer?: CardAnswer;
  readonly signal?: AbortSignal;
}

/** All tools over ports that refuse everything but what a test gives. */
export function toolsOver({ design, ...others }: Ports = {}) {
  const tools = agentTools({
    design: {
      apply: async () => nothing,
      describe: () => nothing,
      screenshot: async () => nothing,
      addImage: async () => Promise.reject(new Error("Nothing can be added.")),
      ...design,
    },
    lint: { rule: lintRule, faultIn: () => undefined, lint: () => nothing },
    images: { make: () => Promise.reject(new Error("No image is made.")) },
    files: { find: async () => nothing, read: async () => nothing },
    reclaimed: async () => undefined,
    ...others,
  });
  const find = (name: string): Tool => {
    const tool = tools.find(({ definition }) => definition.name === name);
    if (tool === undefined) throw new Error(`There is no tool ${name}.`);
    return tool;
  };
  /** The call with its arguments checked; a text says what is wrong with them. */
  const prepare = (name: string, input: unknown): PreparedCall | string => find(name).prepare(input);
  /** What the panel shows of a call; undefined where that is a tool's item. */
  const cardOf = (name: string, input: unknown) => {
    const prepared = prepare(name, input);
    if (typeof prepared === "string") throw new Error(prepared);
    return prepared.card?.("c1");
  };
  const call = async (name: string, input: unknown, options: CallOptions = {}) => {
    const prepared = prepare(name, input);
    if (typeof prepared === "string") throw new Error(prepared);
    const settled: Readonly<Record<string, unknown>>[] = [];
    const context: CallContext = {
      callId: "c1",
      signal: options.signal ?? new AbortController().signal,
      answer: async () => options.answer ?? { choice: "dismiss" },
      settleCard: (fields) => settled.push(fields),
    };
    return { outcome: await prepared.run(context), settled };
  };
  const run = async (name: string, input: unknown, options?: CallOptions): Promise<ToolOutcome> =>
    (await call(name, input, options)).outcome;
  return { tools, prepare, cardOf, call, run };
}
