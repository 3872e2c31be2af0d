/**
 * A process of its own that has a package open: `turnProcess <package> <server> <copy or ""> <message>…`. It opens the
 * package, runs a turn for each message and saves after each; after the first it copies the package, when told where.
 * `CLOCK_SHIFT_DAYS` moves its clock.
 */
import { cp } from "node:fs/promises";
import { OpenCards } from "../../../src/agent/openCards.ts";
import { systemPrompt } from "../../../src/agent/systemPrompt.ts";
import { Turns } from "../../../src/agent/turns.ts";
import { Conversation } from "../../../src/conversation/conversation.ts";
import { defaultMode } from "../../../src/conversation/waitingMessage.ts";
import { PackageFolder } from "../../../src/folder/packageFolder.ts";
import { createAnthropicModel } from "../../../src/providers/anthropic/index.ts";
import { NodeFileStore } from "../../support/nodeFileStore.ts";

shiftClock(Number(process.env.CLOCK_SHIFT_DAYS ?? 0));
const [packagePath = "", serverUrl = "", copyTo = "", ...messages] = process.argv.slice(2);
const folder = new PackageFolder(new NodeFileStore(packagePath));
const outcome = await folder.open();
if (outcome.kind === "unreadable") throw new Error(outcome.reason);
const { conversation: saved, images } =
  outcome.kind === "conversation" ? outcome : { conversation: undefined, images: new Map() };
const conversation = new Conversation(saved);
const chatModel = createAnthropicModel({ apiKey: "test-key", baseUrl: serverUrl });
const turns = new Turns({
  conversation,
  ports: async () => ({
    chatModel,
    model: "claude-opus-5-5",
    systemPrompt,
    tools: [],
    webSearch: true,
    cards: new OpenCards(),
    allowed: new Set(),
    wait: async (_milliseconds, signal) => signal.throwIfAborted(),
    image: (sha256) => images.get(sha256),
    settle: async () => undefined,
    now: () => new Date(),
  }),
  sections: () => ({}),
  onChange: () => undefined,
  onProgress: () => undefined,
  onEnd: () => undefined,
});
for (const [index, text] of messages.entries()) {
  const end = await turns.send({ id: crypto.randomUUID(), text, images: [], mode: defaultMode });
  if (end.kind !== "completed") throw new Error(`${end.kind}: ${end.reason}`);
  await folder.save(conversation.snapshot(), images);
  if (index === 0 && copyTo !== "") await cp(packagePath, copyTo, { recursive: true });
}

/** Every way of asking for the time answers as many days later. */
function shiftClock(days: number): void {
  const shift = days * 24 * 3600 * 1000;
  const RealDate = Date;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args) =>
      args.length === 0 ? new target(RealDate.now() + shift) : Reflect.construct(target, args),
    get: (target, key) => (key === "now" ? () => RealDate.now() + shift : Reflect.get(target, key)),
  });
}
