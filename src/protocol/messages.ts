/**
 * Every message between host and panel. Both sides check what arrives against this table and drop what doesn't fit.
 * The panel asks by calls, each answered by one reply; the host tells by numbered updates, and asks the panel by questions.
 * A gap in the numbers makes the panel ask for the whole state again.
 */
import * as z from "zod/mini";
import { cardAnswer, modeName } from "./cards.ts";
import { change } from "./changes.ts";
import { composerCalls } from "./composerCalls.ts";
import { composerDraft } from "./composerDraft.ts";
import { conversationCalls } from "./conversationCalls.ts";
import { drawing, drawingUpdate } from "./drawing.ts";
import { itemCalls } from "./itemCalls.ts";
import { roomQuestion } from "./makingRoom.ts";
import { panelCommand, panelState } from "./panelState.ts";

/** Bytes in Base64. */
const image = z.object({ mimeType: z.string(), data: z.string() });
export type WireImage = z.infer<typeof image>;

const none = z.object({});
const done = z.object({});

/** What the panel can ask of the host: input and output of each call. */
export const calls = {
  ...composerCalls,
  ...conversationCalls,
  ...itemCalls,
  /**
   * Sends or queues a message with images that have entered, by their SHA-256. `accepted` false: nothing happened, the text
   * stays in the composer.
   */
  send: {
    input: z.object({ text: z.string(), images: z.optional(z.array(z.string())) }),
    output: z.object({ accepted: z.boolean() }),
  },
  /** What the agent may do on its own from the next message on (TRN-2). */
  chooseMode: { input: z.object({ mode: modeName }), output: done },
  /** What the person says to a card. Refused when the card doesn't wait for an answer. */
  answerCard: { input: z.object({ id: z.string(), answer: cardAnswer }), output: done },
  /** Rates the turn that ends with this item; without a rating it is taken back (FMT-6). */
  rate: {
    input: z.object({
      id: z.string(),
      rating: z.optional(z.enum(["good", "bad"])),
      reasons: z.array(z.string()),
    }),
    output: done,
  },
  stop: { input: none, output: done },
  removeQueued: { input: z.object({ id: z.string() }), output: done },
  /** Without `images` the message keeps those that it has. */
  editQueued: {
    input: z.object({ id: z.string(), text: z.string(), images: z.optional(z.array(z.string())) }),
    output: done,
  },
  /** Lets a held queue go out. */
  releaseQueue: { input: none, output: done },
  dismissUnsent: { input: z.object({ id: z.string() }), output: done },
  /** Sends a handed-back message again, with text and images as the person left them; without `images` with those it has. */
  sendUnsent: {
    input: z.object({ id: z.string(), text: z.string(), images: z.optional(z.array(z.string())) }),
    output: z.object({ accepted: z.boolean() }),
  },
  /** What is in the composer now, for the host to keep (PKG-7). */
  keepDraft: { input: composerDraft, output: done },
  renameDesign: { input: z.object({ name: z.string() }), output: done },
  /** A page of the design (the first one without an id), or what has changed in it since a revision that the panel has. */
  readDrawing: {
    input: z.object({ page: z.optional(z.string()), since: z.optional(z.number()) }),
    output: drawingUpdate,
  },
  /** The person looks at this page and has selected these nodes. */
  lookAt: { input: z.object({ page: z.optional(z.string()), selection: z.array(z.string()) }), output: done },
  /** Puts an image on a page, its middle at a place of the page's own. */
  addImage: {
    input: z.object({ image, page: z.optional(z.string()), x: z.number(), y: z.number() }),
    output: done,
  },
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

/** What the host can ask of the panel: what only a browser can do, and what the person says. Input and output of each question. */
export const questions = {
  /** An image drawn so that its longer edge has at most `edge` pixels (IMG-5). */
  scaleImage: { input: z.object({ image, edge: z.number() }), output: image },
  /**
   * A page, or the node of this id in it, drawn to PNG with `scale` pixels per unit (DOC-3). `assets` are the images
   * that it shows, by their names in the package.
   */
  draw: {
    input: z.object({
      drawing,
      node: z.optional(z.string()),
      scale: z.number(),
      assets: z.record(z.string(), image),
    }),
    output: z.object({ image, width: z.number(), height: z.number() }),
  },
  /** Shows what would be done, and waits for what the person says (CMP-2, CMP-8). A later question takes the place of an earlier one, which is answered no. */
  confirmRoom: { input: roomQuestion, output: z.object({ confirmed: z.boolean() }) },
} as const;

export type QuestionName = keyof typeof questions;
export type QuestionInput<N extends QuestionName> = z.infer<(typeof questions)[N]["input"]>;
export type QuestionOutput<N extends QuestionName> = z.infer<(typeof questions)[N]["output"]>;

export const fromPanel = z.discriminatedUnion("kind", [
  /** The panel is there, or has lost the thread: it wants the whole state. */
  z.object({ kind: z.literal("ready") }),
  z.object({ kind: z.literal("call"), call: z.number(), name: z.string(), input: z.unknown() }),
  /** The answer to a question, or why there is none. */
  z.object({ kind: z.literal("answer"), question: z.number(), output: z.unknown() }),
  z.object({ kind: z.literal("noAnswer"), question: z.number(), message: z.string() }),
]);
export type FromPanel = z.infer<typeof fromPanel>;

export const fromHost = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("state"), sequence: z.number(), state: panelState }),
  z.object({ kind: z.literal("changes"), sequence: z.number(), changes: z.array(change) }),
  z.object({ kind: z.literal("focusComposer") }),
  /** Opens Find in Conversation. */
  z.object({ kind: z.literal("find") }),
  z.object({ kind: z.literal("question"), question: z.number(), name: z.string(), input: z.unknown() }),
  z.object({ kind: z.literal("reply"), call: z.number(), output: z.unknown() }),
  z.object({ kind: z.literal("refusal"), call: z.number(), message: z.string() }),
]);
export type FromHost = z.infer<typeof fromHost>;
