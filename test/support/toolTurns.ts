import * as z from "zod";
import { OpenCards } from "../../src/agent/openCards.ts";
import { type CallContext, defineTool, type Tool } from "../../src/agent/tool.ts";
import { Turns } from "../../src/agent/turns.ts";
import type { CardFields } from "../../src/conversation/cards.ts";
import { Conversation } from "../../src/conversation/conversation.ts";
import type { ToolOutcome } from "../../src/conversation/toolRound.ts";
import { ScriptedModel, type Step } from "./scriptedModel.ts";

interface ToolOptions {
  readonly changes?: boolean;
  readonly card?: CardFields;
  readonly isBilled?: boolean;
}

/** A tool that takes any object. */
export function looseTool(
  name: string,
  run: (input: Record<string, unknown>, context: CallContext) => Promise<ToolOutcome>,
  { changes = false, card, isBilled = false }: ToolOptions = {},
): Tool {
  return defineTool({
    name,
    description: "",
    input: z.looseObject({}),
    changes,
    isBilled,
    run,
    ...(card === undefined ? {} : { card: () => card }),
  });
}

export function succeed(content: string, more: Partial<ToolOutcome> = {}): ToolOutcome {
  return { content, isError: false, statusText: "Done", ...more };
}

/** Says what it was given. */
export const echo = looseTool("echo", async (input) => succeed(`echo ${JSON.stringify(input)}`, { summary: "Echo" }));

/** A conversation whose turns run tools against a scripted model. */
export function toolTurns(scripts: Step[][], tools: readonly Tool[] = [echo]) {
  const model = new ScriptedModel(...scripts);
  const conversation = new Conversation();
  const settled: number[] = [];
  const cards = new OpenCards();
  const watchers = new Set<() => void>();
  const look = () => {
    for (const watcher of [...watchers]) watcher();
  };
  const ports = {
    ...model.ports(tools),
    cards,
    settle: async () => void settled.push(conversation.history.length),
  };
  const turns = new Turns({
    conversation,
    ports: async () => ports,
    sections: () => ({}),
    onChange: look,
    onProgress: look,
    onEnd: () => undefined,
  });
  /** Resolves with what is found as soon as there is something. */
  const seen = <Found>(find: () => Found | undefined): Promise<Found> =>
    new Promise((resolve) => {
      const watcher = () => {
        const found = find();
        if (found === undefined) return;
        watchers.delete(watcher);
        resolve(found);
      };
      watchers.add(watcher);
      watcher();
    });
  /** The item of the next card that waits. */
  const openCard = (type = "toolApproval") =>
    seen(() => conversation.items.find((item) => item.type === type && cards.has(item.id)));
  return { model, conversation, turns, settled, cards, allowed: ports.allowed, seen, openCard };
}
