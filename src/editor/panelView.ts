import * as vscode from "vscode";
import { decodeBase64, encodeBase64 } from "../archive/base64.ts";
import { defaultMode, type WaitingMessage } from "../conversation/waitingMessage.ts";
import type { Blocked, ModelAccess } from "../host/modelAccess.ts";
import { differences } from "../panel/differences.ts";
import { panelState, strangerIndex } from "../panel/panelState.ts";
import { type CallHandlers, HostEnd, type PanelCommand, type PanelState } from "../protocol/index.ts";
import { bannersOf } from "./banners.ts";
import type { Canvas } from "./canvas.ts";
import { DrawingFeed } from "./drawings.ts";
import type { KeptDrafts } from "./keptDrafts.ts";
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
  readonly #end: HostEnd;
  readonly #subscriptions: vscode.Disposable[];
  readonly #drawings = new DrawingFeed();
  #shown: PanelState | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(panel: vscode.WebviewPanel, session: PackageSession, surroundings: ViewSurroundings) {
    this.panel = panel;
    this.#session = session;
    this.#surroundings = surroundings;
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

  focusComposer(): void {
    this.#end.focusComposer();
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
    const before = this.#shown;
    if (before === undefined) return;
    this.#end.sendChanges(differences(before, this.#takeState()));
  }

  /** A draft goes with a whole state only: views don't mirror each other's typing (PKG-7). */
  #wholeState(): PanelState {
    const state = this.#takeState();
    const draft = this.#surroundings.drafts.of(this.#session);
    return draft === undefined ? state : { ...state, composer: { ...state.composer, draft } };
  }

  #takeState(): PanelState {
    const { conversation, turns, design } = this.#session;
    const { provider, model, server } = this.#surroundings.models;
    this.#shown = panelState({
      conversation,
      turn: turns.state,
      queueHeld: turns.held,
      design: design.state,
      drawing: { ...this.#session.openDesign.summary, assets: this.#assets() },
      banners: bannersOf(this.#session),
      keeping: this.#session.keeping,
      blocked: this.#blocked(),
      provider,
      model,
      server,
    });
    return this.#shown;
  }

  #assets(): string {
    const folder = vscode.Uri.joinPath(this.#session.packageUri, "assets");
    return `${this.panel.webview.asWebviewUri(folder)}/`;
  }

  #blocked(): Blocked | undefined {
    const { design, file, writable } = this.#session;
    if (design.damaged) {
      return {
        text: "document.json can't be read. Repair it before you go on with the agent.",
        action: { command: "openDocumentAsText", label: "Open as Text" },
      };
    }
    if (!writable) return { text: "Messages can't be sent from a read-only view." };
    if (file.unreachable !== undefined) {
      return { text: "Messages can be sent once the saved conversation has been read." };
    }
    return this.#surroundings.models.blocked;
  }

  #handlers(): CallHandlers {
    const { conversation, turns } = this.#session;
    return {
      send: ({ text }) => this.#send({ id: crypto.randomUUID(), images: [], mode: defaultMode, text }),
      sendUnsent: ({ id, text }) => {
        const message = conversation.findWaiting(id);
        if (message === undefined) throw new Error("This message was already sent or dismissed.");
        return this.#send({ ...message, text });
      },
      dismissUnsent: ({ id }) => this.#done(() => this.#removeWaiting("unsent", id)),
      removeQueued: ({ id }) => this.#done(() => this.#removeWaiting("queued", id)),
      editQueued: ({ id, text }) => this.#done(() => turns.changeWaiting(id, (message) => ({ ...message, text }))),
      releaseQueue: () => this.#done(() => turns.release()),
      stop: async () => {
        await turns.stop();
        return {};
      },
      keepDraft: (draft) => this.#done(() => this.#surroundings.drafts.keep(this.#session, draft)),
      renameDesign: ({ name }) => this.#done(() => this.#session.openDesign.edits.rename(name)),
      readDrawing: (request) => {
        const drawing = this.#session.openDesign.drawing(request.page);
        if (drawing === undefined) throw new Error("document.json can't be read.");
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

  /** Accepts what can be sent now. The outcome shows in the panel, where a turn reports its failures as items. */
  async #send(message: WaitingMessage): Promise<{ accepted: boolean }> {
    if (message.text.trim() === "" || this.#blocked() !== undefined) return { accepted: false };
    await this.#session.prepareToSend();
    this.#session.turns.send(message).catch((error: unknown) => this.#surroundings.warn(String(error)));
    return { accepted: true };
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
    throw new Error(`Links of the kind “${uri.scheme}:” aren't opened.`);
  await vscode.env.openExternal(uri);
}
