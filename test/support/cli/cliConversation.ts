import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wake } from "node:timers/promises";
import * as z from "zod";
import { OpenCards } from "../../../src/agent/openCards.ts";
import type { ChatRequest } from "../../../src/agent/ports.ts";
import { runTurn } from "../../../src/agent/runTurn.ts";
import { defineTool, type Tool } from "../../../src/agent/tool.ts";
import type { TurnStep } from "../../../src/agent/turnPorts.ts";
import type { Item } from "../../../src/archive/types.ts";
import { type CliModel, createCliModel } from "../../../src/cli/cliModel.ts";
import { thisMachine } from "../../../src/cli/machine.ts";
import type { AskPerson, CliBackend, CliStatus } from "../../../src/cli/session.ts";
import { Conversation } from "../../../src/conversation/conversation.ts";
import type { TurnEnd } from "../../../src/conversation/turnEnd.ts";
import type { Mode } from "../../../src/conversation/waitingMessage.ts";

/** A conversation on a CLI, as a person would have it: turns on the real turn loop, in a home folder of its own. */
export interface CliConversation {
  readonly conversation: Conversation;
  readonly model: CliModel;
  /** A request before anything was said. */
  readonly request: ChatRequest;
  readonly cards: OpenCards;
  readonly statuses: readonly CliStatus[];
  readonly log: readonly string[];
  readonly steps: readonly TurnStep[];
  /** What the tool `batch_design` was called with. */
  readonly designs: readonly string[];
  say(text: string, options?: { image?: Uint8Array; mode?: Mode; signal?: AbortSignal }): Promise<TurnEnd>;
  close(): Promise<void>;
}

export interface CliConversationOptions {
  readonly backend: CliBackend;
  /** The program's path. */
  readonly path: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** What was there at open. */
  readonly restored?: Conversation;
  readonly modelName?: string;
  readonly ask?: AskPerson;
  readonly onStep?: (step: TurnStep) => void;
  readonly silentMilliseconds?: number;
  readonly stopMilliseconds?: number;
  /** Files that are put into the home folder first. */
  readonly prepareHome?: (home: string) => Promise<void>;
}

export async function openCliConversation(options: CliConversationOptions): Promise<CliConversation> {
  const { backend, path, restored, modelName = "", silentMilliseconds, stopMilliseconds, ask } = options;
  const home = await mkdtemp(join(tmpdir(), "cli-home-"));
  await mkdir(join(home, "config"));
  await options.prepareHome?.(home);
  const conversation = restored ?? new Conversation();
  const images = new Map<string, Uint8Array>();
  const statuses: CliStatus[] = [];
  const log: string[] = [];
  const steps: TurnStep[] = [];
  const designs: string[] = [];
  const cards = new OpenCards();
  let before: readonly Item[] = [];
  const model = createCliModel({
    backend,
    machine: thisMachine({ PATH: process.env.PATH ?? "", HOME: home }),
    configuredPath: () => path,
    extraEnvironment: () => ({ HOME: home, CODEX_HOME: join(home, "config"), ...options.environment }),
    itemsBefore: () => before,
    onStatus: (status) => statuses.push(status),
    log: (line) => log.push(line),
    ...(ask === undefined ? {} : { ask }),
    ...(silentMilliseconds === undefined ? {} : { silentMilliseconds }),
    ...(stopMilliseconds === undefined ? {} : { stopMilliseconds }),
  });
  const ports = {
    chatModel: model,
    model: modelName,
    systemPrompt: "You are a design agent under test.",
    tools: [designTool(designs)],
    webSearch: false,
    image: (sha256: string) => images.get(sha256),
    cards,
    allowed: new Set<string>(),
    settle: async () => undefined,
    now: () => new Date(0),
    wait: (milliseconds: number, signal: AbortSignal) => wake(milliseconds, undefined, { signal }),
  };
  return {
    conversation,
    model,
    request: {
      model: modelName,
      systemPrompt: ports.systemPrompt,
      tools: ports.tools.map(({ definition }) => definition),
      webSearch: false,
      history: [],
      image: ports.image,
    },
    cards,
    statuses,
    log,
    steps,
    designs,
    async say(text, { image, mode = "Just do it", signal = new AbortController().signal } = {}) {
      before = conversation.items;
      const sha256 = image === undefined ? undefined : createHash("sha256").update(image).digest("hex");
      if (image !== undefined && sha256 !== undefined) images.set(sha256, image);
      const references = sha256 === undefined ? [] : [{ sha256, mimeType: "image/png" }];
      conversation.openTurn({ id: crypto.randomUUID(), text, images: references, mode });
      const turn = runTurn(ports, conversation, mode, signal);
      for (;;) {
        const step = await turn.next();
        if (step.done === true) return step.value;
        steps.push(step.value);
        options.onStep?.(step.value);
      }
    },
    async close() {
      await model.close();
      await rm(home, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

function designTool(designs: string[]): Tool {
  return defineTool({
    name: "batch_design",
    description: "Changes the design.",
    input: z.strictObject({ operations: z.string() }),
    changes: true,
    async run({ operations }) {
      designs.push(operations);
      return { content: `Applied ${operations}`, isError: false, statusText: "Done" };
    },
  });
}
