import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { decodeBase64, encodeBase64 } from "../archive/base64.ts";
import { undoableNotice } from "../conversation/compaction/rewrites.ts";
import type { ModelAccess } from "../host/modelAccess.ts";
import { findItems } from "../panel/find.ts";
import { PanelFeed } from "../panel/panelFeed.ts";
import { type PanelSource, strangerIndex } from "../panel/panelState.ts";
import {
  type CallHandlers,
  HostEnd,
  type PanelCommand,
  type PanelState,
  type RoomQuestion,
} from "../protocol/index.ts";
import { bannersOf } from "./banners.ts";
import { blockedIn } from "./blocked.ts";
import type { Canvas } from "./canvas.ts";
import { cliBanners, cliRetry } from "./cliStatus.ts";
import { type ComposerHandlers, composerHandlers } from "./composerHandlers.ts";
import { copiedItem } from "./copiedText.ts";
import { DrawingFeed } from "./drawings.ts";
import type { KeptDrafts } from "./keptDrafts.ts";
import { undoRewrite } from "./makingRoom.ts";
import { makingRoomWords, roomOffers } from "./roomOffers.ts";
import type { PackageSession } from "./session.ts";

/** What every view shares. */
export interface ViewSurroundings {
  readonly models: ModelAccess;
  readonly drafts: KeptDrafts;
  readonly runCommand: (command: PanelCommand, session: PackageSession) => Promise<void>;
  readonly warn: (line: string) => void;
}

/** How long changes gather before they are posted, in milliseconds: about one frame. */
const gatherMilliseconds = 16;

/** One webview that shows a session. It owns nothing: a hidden or reloaded page asks for the whole state again. */
export class PanelView implements vscode.Disposable {
  readonly panel: vscode.WebviewPanel;
  readonly #session: PackageSession;
  readonly #surroundings: ViewSurroundings;
  readonly #composer: ComposerHandlers;
  readonly #end: HostEnd;
  readonly #subscriptions: vscode.Disposable[];
  readonly #drawings = new DrawingFeed();
  readonly #feed = new PanelFeed();
  /** A message that is about to go out. */
  #preparing: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(panel: vscode.WebviewPanel, session: PackageSession, surroundings: ViewSurroundings) {
    this.panel = panel;
    this.#session = session;
    this.#surroundings = surroundings;
    this.#composer = composerHandlers({
      session,
      drafts: surroundings.drafts,
      scale: (image, edge) => this.canvas.scale(image, edge),
      blocked: () => blockedIn(this.#session, this.#surroundings.models),
      prepare: () => this.#prepare(),
      warn: surroundings.warn,
    });
    this.#end = new HostEnd({
      post: (message) => void panel.webview.postMessage(message),
      handlers: this.#handlers(),
      state: () => this.#wholeState(),
      onInvalid: surroundings.warn,
    });
    this.#subscriptions = [
      panel.webview.onDidReceiveMessage((data: unknown) => this.#end.receive(data)),
      session.onDidChange(() => this.#gather()),
      surroundings.models.onDidChange(() => this.#gather()),
    ];
  }

  /** What the page can draw, in answer to what it is asked (IMG-5, DOC-3). */
  get canvas(): Canvas {
    return {
      scale: async ({ mimeType, bytes }, edge) => {
        const image = { mimeType, data: encodeBase64(bytes) };
        const scaled = await this.#end.ask("scaleImage", { image, edge });
        return { mimeType: scaled.mimeType, bytes: decodeBase64(scaled.data) };
      },
      draw: (input) => this.#end.ask("draw", input),
    };
  }

  /** Shows the person what would be done to make room, and gives what they say to it; no, where the panel is closed meanwhile (CMP-2). */
  confirmRoom(question: RoomQuestion): Promise<boolean> {
    return this.#end.ask("confirmRoom", question).then(
      ({ confirmed }) => confirmed,
      () => false,
    );
  }

  focusComposer(): void {
    this.#end.focusComposer();
  }

  find(): void {
    this.#end.find();
  }

  /** Takes the last turn back and sends its message again. */
  async retryTurn(): Promise<void> {
    await this.#composer.retryTurn({});
  }

  /** Takes the last turn back, and its message into the composer. */
  async reviseMessage(): Promise<void> {
    await this.#composer.reviseMessage({});
    this.focusComposer();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#end.close();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #gather(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#postChanges();
    }, gatherMilliseconds);
  }

  #postChanges(): void {
    this.#end.sendChanges(this.#feed.changes(this.#source()));
  }

  /** A draft goes with a whole state only: views don't mirror each other's typing (PKG-7). */
  #wholeState(): PanelState {
    const state = this.#feed.whole(this.#source());
    const draft = this.#surroundings.drafts.of(this.#session);
    return draft === undefined ? state : { ...state, composer: { ...state.composer, draft } };
  }

  #source(): PanelSource {
    const { conversation, turns, design, writable } = this.#session;
    const { models } = this.#surroundings;
    const { provider, model, context, server } = models;
    const blocked = blockedIn(this.#session, models);
    const offers = roomOffers(this.#session, models);
    return {
      conversation,
      turn: turns.state === "idle" && this.#preparing !== undefined ? "running" : turns.state,
      retry: turns.retry ?? cliRetry(this.#session),
      mode: this.#session.openConversation.mode,
      allowed: this.#session.openConversation.allowed,
      isWaiting: (itemId) => this.#session.openConversation.cards.has(itemId),
      queueHeld: turns.held,
      holdReason: turns.holdReason,
      canRetry: turns.canRetry && writable,
      isCompacting: turns.isCompacting,
      undoable: turns.state === "idle" && writable ? undoableNotice(conversation) : undefined,
      makingRoom: makingRoomWords(offers, blocked),
      sendWith: models.sendWith,
      design: design.state,
      drawing: { ...this.#session.openDesign.summary, assets: this.#assets() },
      banners: [...cliBanners(this.#session), ...bannersOf(this.#session, models, offers)],
      keeping: this.#session.keeping,
      blocked,
      provider,
      model,
      modelLabel: models.label,
      context,
      server,
    };
  }

  #assets(): string {
    const folder = vscode.Uri.joinPath(this.#session.packageUri, "assets");
    return `${this.panel.webview.asWebviewUri(folder)}/`;
  }

  #handlers(): CallHandlers {
    const { turns } = this.#session;
    return {
      ...this.#composer,
      chooseMode: ({ mode }) => this.#done(() => this.#session.openConversation.chooseMode(mode)),
      answerCard: async ({ id, answer }) => {
        await this.#session.answerCard(id, answer);
        return {};
      },
      readItems: ({ pages }) => this.#done(() => this.#end.sendChanges(this.#feed.pages(this.#source(), pages))),
      findItems: (wanted) => {
        const { items } = this.#session.conversation;
        return { count: items.length, matches: findItems(items, wanted) };
      },
      copyItem: async ({ index }) => {
        const text = copiedItem(this.#session, index);
        if (text !== undefined) await vscode.env.clipboard.writeText(text);
        return {};
      },
      disallow: ({ tool }) => this.#done(() => this.#session.openConversation.disallow(tool)),
      undoRewrite: ({ id }) => this.#done(() => undoRewrite(this.#session, id)),
      rate: ({ id, rating, reasons }) => this.#done(() => this.#session.openConversation.rate(id, rating, reasons)),
      dismissUnsent: ({ id }) => this.#done(() => this.#removeWaiting("unsent", id)),
      removeQueued: ({ id }) => this.#done(() => this.#removeWaiting("queued", id)),
      releaseQueue: () => this.#done(() => turns.release()),
      stop: async () => {
        this.#preparing?.abort();
        await turns.stop();
        return {};
      },
      keepDraft: (draft) => this.#done(() => this.#surroundings.drafts.keep(this.#session, draft)),
      renameDesign: ({ name }) => this.#done(() => this.#session.openDesign.edits.rename(name)),
      readDrawing: (request) => {
        const drawing = this.#session.openDesign.drawing(request.page);
        if (drawing === undefined) throw new Error(l10n.t("document.json can't be read."));
        return this.#drawings.update(drawing, request.since);
      },
      lookAt: (view) => this.#done(() => this.#session.openDesign.lookAt(view)),
      addImage: async ({ image, page, x, y }) => {
        await this.#session.openDesign.addImage(decodeBase64(image.data), { page, x, y });
        return {};
      },
      reloadDesign: async () => {
        await this.#session.revert();
        return {};
      },
      heartbeat: () => ({}),
      openLink: async ({ url }) => {
        await openLink(url);
        return {};
      },
      runCommand: async ({ command }) => {
        await this.#surroundings.runCommand(command, this.#session);
        return {};
      },
    };
  }

  /** Compares with the disk before a message goes out. Stop ends that too: the message stays in the composer (TRN-6). */
  async #prepare(): Promise<boolean> {
    const preparing = new AbortController();
    this.#preparing = preparing;
    this.#gather();
    try {
      await this.#session.prepareToSend();
    } finally {
      if (this.#preparing === preparing) this.#preparing = undefined;
      this.#gather();
    }
    return !preparing.signal.aborted;
  }

  #removeWaiting(list: "queued" | "unsent", id: string): void {
    const index = strangerIndex(id);
    if (index === undefined) this.#session.turns.changeWaiting(id, () => undefined);
    else this.#session.turns.removeEntry(list, index);
  }

  #done(act: () => void): Record<string, never> {
    act();
    return {};
  }
}

/** Only web and mail addresses leave the panel; VS Code itself asks before it opens one. */
async function openLink(url: string): Promise<void> {
  const uri = vscode.Uri.parse(url, true);
  if (!["http", "https", "mailto"].includes(uri.scheme))
    throw new Error(l10n.t("Links of the kind “{0}” aren't opened.", `${uri.scheme}:`));
  await vscode.env.openExternal(uri);
}
