import * as vscode from "vscode";
import { activeContext, viewType } from "../contributions.ts";
import type { Log } from "../host/log.ts";
import { WorkspaceFileStore } from "../host/workspaceFileStore.ts";
import { type Backup, decodeBackup, encodeBackup } from "./backup.ts";
import { pageHtml, pageRoots } from "./page.ts";
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
  readonly #views = new Set<PanelView>();
  readonly #sessionOf = new Map<PanelView, PackageSession>();
  /** One emitter serves both kinds: an edit is a content change that can also be undone. */
  readonly #changed = new vscode.EventEmitter<vscode.CustomDocumentContentChangeEvent<PackageDocument>>();

  readonly onDidChangeCustomDocument = this.#changed.event;

  constructor(options: PackageEditorOptions) {
    this.#options = options;
  }

  register(): vscode.Disposable {
    return vscode.window.registerCustomEditorProvider(viewType, this, {
      supportsMultipleEditorsPerDocument: true,
      webviewOptions: { retainContextWhenHidden: false },
    });
  }

  /** The session of the active tab, when that is one of ours. */
  get activeSession(): PackageSession | undefined {
    const view = this.#activeView();
    return view && this.#sessionOf.get(view);
  }

  focusComposer(): void {
    this.#activeView()?.focusComposer();
  }

  async openCustomDocument(uri: vscode.Uri, context: vscode.CustomDocumentOpenContext): Promise<PackageDocument> {
    const { sessions, log } = this.#options;
    const packageUri = vscode.Uri.joinPath(uri, "..");
    const session = await sessions.acquire(packageUri, await this.#readBackup(context.backupId));
    if (session.unreadable !== undefined)
      log.warn(`${packageUri.path}: the saved conversation could not be read: ${session.unreadable}`);
    const document: PackageDocument = {
      uri,
      session,
      dispose: () => {
        for (const subscription of subscriptions) subscription.dispose();
        sessions.release(session);
      },
    };
    const subscriptions = [
      session.onDidEditConversation(() => this.#changed.fire({ document })),
      session.onDidEditDesign((edit) => {
        const event: vscode.CustomDocumentEditEvent<PackageDocument> = { document, ...edit };
        this.#changed.fire(event);
      }),
    ];
    return document;
  }

  resolveCustomEditor(document: PackageDocument, panel: vscode.WebviewPanel): void {
    const { extensionUri, surroundings } = this.#options;
    const { session } = document;
    panel.webview.options = { enableScripts: true, localResourceRoots: pageRoots(extensionUri) };
    const view = new PanelView(panel, session, surroundings);
    this.#views.add(view);
    this.#sessionOf.set(view, session);
    panel.onDidChangeViewState(() => this.#updateContext());
    panel.onDidDispose(() => {
      view.dispose();
      this.#views.delete(view);
      this.#sessionOf.delete(view);
      this.#updateContext();
    });
    panel.webview.html = pageHtml(panel.webview, extensionUri);
    this.#updateContext();
  }

  async saveCustomDocument(document: PackageDocument): Promise<void> {
    const editedMeanwhile = await document.session.save();
    if (editedMeanwhile) this.#announceLater(document);
  }

  async saveCustomDocumentAs(document: PackageDocument, destination: vscode.Uri): Promise<void> {
    if (!/\.silverpoint\/document\.json$/i.test(destination.path)) {
      throw new Error("A package is a folder: save it as “<Name>.silverpoint/document.json”.");
    }
    await document.session.saveTo(new WorkspaceFileStore(vscode.Uri.joinPath(destination, "..")));
  }

  /** The design comes from disk again; the conversation stays, and is still unsaved if it was (PKG-13). */
  async revertCustomDocument(document: PackageDocument): Promise<void> {
    await document.session.reloadDesign();
    if (document.session.conversationUnsaved) this.#announceLater(document);
  }

  async backupCustomDocument(
    document: PackageDocument,
    context: vscode.CustomDocumentBackupContext,
  ): Promise<vscode.CustomDocumentBackup> {
    const { destination } = context;
    await vscode.workspace.fs.writeFile(destination, encodeBackup(document.session.backup()));
    return {
      id: destination.toString(),
      delete: () => void vscode.workspace.fs.delete(destination).then(undefined, () => undefined),
    };
  }

  dispose(): void {
    for (const view of this.#views) view.dispose();
    this.#changed.dispose();
  }

  /** VS Code takes a document for saved when the call returns, so what is still unsaved is announced after that (PKG-10). */
  #announceLater(document: PackageDocument): void {
    setTimeout(() => {
      if (!document.session.disposed) this.#changed.fire({ document });
    }, 0);
  }

  async #readBackup(id: string | undefined): Promise<Backup | undefined> {
    if (id === undefined) return undefined;
    try {
      return decodeBackup(await vscode.workspace.fs.readFile(vscode.Uri.parse(id, true)));
    } catch (error) {
      this.#options.log.warn(`A backup that VS Code names isn't there: ${String(error)}`);
      return undefined;
    }
  }

  #activeView(): PanelView | undefined {
    return [...this.#views].find((view) => view.panel.active);
  }

  #updateContext(): void {
    void vscode.commands.executeCommand("setContext", activeContext, this.#activeView() !== undefined);
  }
}
