import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { viewType } from "../contributions.ts";
import type { Log } from "../host/log.ts";
import { WorkspaceFileStore } from "../host/workspaceFileStore.ts";
import type { RoomQuestion } from "../protocol/index.ts";
import type { Canvas } from "./canvas.ts";
import { pageHtml, pageOptions } from "./page.ts";
import { PanelView, type ViewSurroundings } from "./panelView.ts";
import type { PackageSession } from "./session.ts";
import type { Sessions } from "./sessions.ts";

/** VS Code's handle on an open package. */
export interface PackageDocument extends vscode.CustomDocument {
  readonly session: PackageSession;
}

export interface PackageEditorOptions {
  readonly extensionUri: vscode.Uri;
  readonly sessions: Sessions;
  readonly surroundings: ViewSurroundings;
  readonly log: Log;
}

/** The custom editor of `*.silverpoint/document.json` (PKG-2): design beside conversation, saved together. */
export class PackageEditor implements vscode.CustomEditorProvider<PackageDocument>, vscode.Disposable {
  readonly #options: PackageEditorOptions;
  readonly #views = new Map<PanelView, PackageSession>();
  /** One emitter serves both kinds: an edit is a content change that can also be undone. */
  readonly #changed = new vscode.EventEmitter<vscode.CustomDocumentContentChangeEvent<PackageDocument>>();

  readonly #viewsChanged = new vscode.EventEmitter<void>();

  /** An editor was opened, closed, shown or hidden. */
  readonly onDidChangeViews = this.#viewsChanged.event;
  readonly onDidChangeCustomDocument = this.#changed.event;

  constructor(options: PackageEditorOptions) {
    this.#options = options;
  }

  register(): vscode.Disposable {
    return vscode.Disposable.from(
      vscode.window.registerCustomEditorProvider(viewType, this, {
        supportsMultipleEditorsPerDocument: true,
        webviewOptions: { retainContextWhenHidden: false },
      }),
      vscode.window.onDidChangeWindowState((state) => {
        if (state.focused) this.#lookAtDisk();
      }),
    );
  }

  /** The session of the active tab, when that is one of ours. */
  get activeSession(): PackageSession | undefined {
    const view = this.#activeView();
    return view && this.#views.get(view);
  }

  /** A panel of this package that can draw; undefined when none is shown (IMG-5, DOC-3). */
  canvasOf(packageUri: vscode.Uri): Canvas | undefined {
    const isOf = (session: PackageSession) => `${session.packageUri}` === `${packageUri}`;
    return [...this.#views].find(([view, session]) => isOf(session) && view.panel.visible)?.[0].canvas;
  }

  /** Whether an editor of this package can be seen. */
  isShown(session: PackageSession): boolean {
    return [...this.#views].some(([view, shown]) => shown === session && view.panel.visible);
  }

  /** Brings an editor of a package to the front, opened where there is none. */
  async show(session: PackageSession): Promise<void> {
    const view = [...this.#views].find(([, shown]) => shown === session)?.[0];
    if (view !== undefined) {
      view.panel.reveal();
      return;
    }
    const uri = vscode.Uri.joinPath(session.packageUri, "document.json");
    await vscode.commands.executeCommand("vscode.openWith", uri, viewType);
  }

  /** Shows the person in an editor of this package what would be done to make room, and gives what they say (CMP-2). */
  async confirmRoom(session: PackageSession, question: RoomQuestion): Promise<boolean> {
    const views = [...this.#views].flatMap(([view, shown]) => (shown === session ? [view] : []));
    const view = views.find(({ panel }) => panel.active) ?? views.find(({ panel }) => panel.visible) ?? views[0];
    if (view === undefined) return false;
    view.panel.reveal();
    return view.confirmRoom(question);
  }

  focusComposer(): void {
    this.#activeView()?.focusComposer();
  }

  find(): void {
    this.#activeView()?.find();
  }

  async retryTurn(): Promise<void> {
    await this.#activeView()?.retryTurn();
  }

  async reviseMessage(): Promise<void> {
    await this.#activeView()?.reviseMessage();
  }

  /** What VS Code names as a backup doesn't matter: the session finds its own journal (PKG-13). */
  async openCustomDocument(uri: vscode.Uri): Promise<PackageDocument> {
    const { sessions, log } = this.#options;
    const packageUri = vscode.Uri.joinPath(uri, "..");
    const session = await sessions.acquire(packageUri);
    const { unreadable } = session.file;
    if (unreadable !== undefined)
      log.warn(`${packageUri.path}: the saved conversation could not be read: ${unreadable}`);
    const document: PackageDocument = {
      uri,
      session,
      dispose: () => {
        for (const subscription of subscriptions) subscription.dispose();
        sessions.release(session);
      },
    };
    // After a rename the document at the old place lives on for a moment; what changes is none of its business any more.
    const isHere = () => session.packageUri.toString() === packageUri.toString();
    const subscriptions = [
      session.openConversation.onDidEdit(() => {
        if (isHere()) this.#changed.fire({ document });
      }),
      session.openDesign.edits.onDidEdit((edit) => {
        const event: vscode.CustomDocumentEditEvent<PackageDocument> = {
          document,
          label: edit.label,
          undo: () => tellIfStale(edit.undo()),
          redo: () => tellIfStale(edit.redo()),
        };
        this.#changed.fire(event);
      }),
    ];
    return document;
  }

  resolveCustomEditor(document: PackageDocument, panel: vscode.WebviewPanel): void {
    const { extensionUri, surroundings } = this.#options;
    const { session } = document;
    panel.webview.options = pageOptions(extensionUri, session.packageUri);
    const view = new PanelView(panel, session, surroundings);
    this.#views.set(view, session);
    panel.onDidChangeViewState(() => {
      this.#viewsChanged.fire();
      if (panel.visible) this.#lookAtDisk(session);
    });
    panel.onDidDispose(() => {
      view.dispose();
      surroundings.drafts.forgetEmpty(session);
      this.#views.delete(view);
      this.#viewsChanged.fire();
    });
    panel.webview.html = pageHtml(panel.webview, extensionUri);
    this.#viewsChanged.fire();
    // What an earlier session left unsaved is unsaved again, whether VS Code knows of it or not (PKG-13). Where nothing is,
    // VS Code may still draw the tab as it stored it before a crash; only for an edited document does a save take that away.
    if (session.isEdited || isDrawnAsEdited(document.uri)) this.#announceLater(document);
    this.#lookAtDisk(session);
  }

  async saveCustomDocument(document: PackageDocument): Promise<void> {
    const editedMeanwhile = await document.session.save();
    if (editedMeanwhile) this.#announceLater(document);
  }

  async saveCustomDocumentAs(document: PackageDocument, destination: vscode.Uri): Promise<void> {
    if (!/\.silverpoint\/document\.json$/i.test(destination.path)) {
      throw new Error(l10n.t("A package is a folder: save it as “<Name>.silverpoint/document.json”."));
    }
    await document.session.saveTo(new WorkspaceFileStore(vscode.Uri.joinPath(destination, "..")));
  }

  /** The design comes from disk again; the conversation stays, and is still unsaved if it was (PKG-13). */
  async revertCustomDocument(document: PackageDocument): Promise<void> {
    await document.session.revert();
    if (document.session.openConversation.isUnsaved) this.#announceLater(document);
  }

  /** The journal has it all, and ends by itself once it is saved (PKG-13). */
  async backupCustomDocument(document: PackageDocument): Promise<vscode.CustomDocumentBackup> {
    return { id: await document.session.backup(), delete: () => undefined };
  }

  dispose(): void {
    for (const view of this.#views.keys()) view.dispose();
    this.#changed.dispose();
    this.#viewsChanged.dispose();
  }

  /** VS Code takes a document for saved when the call returns, so what is still unsaved is announced after that (PKG-10). */
  #announceLater(document: PackageDocument): void {
    setTimeout(() => {
      if (!document.session.disposed) this.#changed.fire({ document });
    }, 0);
  }

  /** Compares what is shown with the disk: of one session, or of every one that can be seen (PKG-11). */
  #lookAtDisk(only?: PackageSession): void {
    const seen = [...this.#views].filter(([view]) => view.panel.visible).map(([, session]) => session);
    for (const session of new Set(only === undefined ? seen : [only])) {
      session
        .look()
        .catch((error: unknown) => this.#options.log.warn(`Comparing with the disk failed: ${String(error)}`));
    }
  }

  #activeView(): PanelView | undefined {
    return [...this.#views.keys()].find((view) => view.panel.active);
  }
}

function isDrawnAsEdited(uri: vscode.Uri): boolean {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .some(({ input, isDirty }) => isDirty && input instanceof vscode.TabInputCustom && `${input.uri}` === `${uri}`);
}

function tellIfStale(done: boolean): void {
  if (done) return;
  void vscode.window.showInformationMessage(
    l10n.t("This step can't be undone or redone: document.json was changed on disk since."),
  );
}
