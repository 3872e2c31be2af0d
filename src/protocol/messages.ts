/**
 * Every message between host and panel. Both sides check what arrives against this table and drop what doesn't fit.
 * The panel asks by calls, each answered by one reply; the host tells by numbered updates. A gap in the numbers
 * makes the panel ask for the whole state again.
 */
import * as z from "zod/mini";
import { change } from "./changes.ts";
import { panelCommand, panelState } from "./panelState.ts";

/** Bytes in Base64. */
const image = z.object({ mimeType: z.string(), data: z.string() });
export type WireImage = z.infer<typeof image>;

const none = z.object({});
const done = z.object({});

/** What the panel can ask of the host: input and output of each call. */
export const calls = {
  /** Sends or queues a message. `accepted` false: nothing happened, the text stays in the composer. */
  send: { input: z.object({ text: z.string() }), output: z.object({ accepted: z.boolean() }) },
  stop: { input: none, output: done },
  removeQueued: { input: z.object({ id: z.string() }), output: done },
  editQueued: { input: z.object({ id: z.string(), text: z.string() }), output: done },
  /** Lets a held queue go out. */
  releaseQueue: { input: none, output: done },
  dismissUnsent: { input: z.object({ id: z.string() }), output: done },
  /** Sends a handed-back message again, with the text as the person left it. */
  sendUnsent: {
    input: z.object({ id: z.string(), text: z.string() }),
    output: z.object({ accepted: z.boolean() }),
  },
  renameDesign: { input: z.object({ name: z.string() }), output: done },
  /** Reads document.json again after it was found damaged. */
  reloadDesign: { input: none, output: done },
  openLink: { input: z.object({ url: z.string() }), output: done },
  /** Answered at once: the panel asks now and then whether the host is still there (PKG-16). */
  heartbeat: { input: none, output: done },
  runCommand: { input: z.object({ command: panelCommand }), output: done },
} as const;

export type CallName = keyof typeof calls;
export type CallInput<N extends CallName> = z.infer<(typeof calls)[N]["input"]>;
export type CallOutput<N extends CallName> = z.infer<(typeof calls)[N]["output"]>;

export const fromPanel = z.discriminatedUnion("kind", [
  /** The panel is there, or has lost the thread: it wants the whole state. */
  z.object({ kind: z.literal("ready") }),
  z.object({ kind: z.literal("call"), call: z.number(), name: z.string(), input: z.unknown() }),
  /** The answer to `scaleImage`: the drawn image in Base64, or why it couldn't be drawn. */
  z.object({ kind: z.literal("scaledImage"), request: z.number(), image }),
  z.object({ kind: z.literal("notScaled"), request: z.number(), message: z.string() }),
]);
export type FromPanel = z.infer<typeof fromPanel>;

export const fromHost = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("state"), sequence: z.number(), state: panelState }),
  z.object({ kind: z.literal("changes"), sequence: z.number(), changes: z.array(change) }),
  z.object({ kind: z.literal("focusComposer") }),
  /** Asks for an image to be drawn so that its longer edge has at most `edge` pixels (IMG-5). */
  z.object({ kind: z.literal("scaleImage"), request: z.number(), image, edge: z.number() }),
  z.object({ kind: z.literal("reply"), call: z.number(), output: z.unknown() }),
  z.object({ kind: z.literal("refusal"), call: z.number(), message: z.string() }),
]);
export type FromHost = z.infer<typeof fromHost>;
