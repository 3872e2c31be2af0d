import * as vscode from "vscode";
import { contextKeys } from "../contributions.ts";
import type { PackageSession } from "./session.ts";

/** Which session the person works in. */
export interface ActiveEditor {
  readonly activeSession: PackageSession | undefined;
  readonly onDidChangeViews: vscode.Event<void>;
}

type KeyName = keyof typeof contextKeys;

/** Keeps VS Code told of what the active editor's conversation is in, so that the palette offers what can be done. */
export class ContextKeys implements vscode.Disposable {
  readonly #editor: ActiveEditor;
  readonly #set = new Map<KeyName, boolean>();
  readonly #subscription: vscode.Disposable;
  #followed: { readonly session: PackageSession; readonly subscription: vscode.Disposable } | undefined;

  constructor(editor: ActiveEditor) {
    this.#editor = editor;
    this.#subscription = editor.onDidChangeViews(() => this.#follow());
  }

  /** Sets one of the keys, if it isn't so already. */
  set(name: KeyName, value: boolean): void {
    if ((this.#set.get(name) ?? false) === value) return;
    this.#set.set(name, value);
    void vscode.commands.executeCommand("setContext", contextKeys[name], value);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#followed?.subscription.dispose();
  }

  #follow(): void {
    const session = this.#editor.activeSession;
    if (session !== this.#followed?.session) {
      this.#followed?.subscription.dispose();
      this.#followed = session && { session, subscription: session.onDidChange(() => this.#update()) };
    }
    this.#update();
  }

  #update(): void {
    const session = this.#followed?.session;
    const isIdle = session?.turns.state === "idle";
    this.set("packageActive", session !== undefined);
    this.set("turnRunning", session !== undefined && !isIdle);
    this.set("hasConversation", session !== undefined && hasConversation(session));
    this.set("canRetry", session !== undefined && isIdle && session.conversation.canTakeBack);
  }
}

/** Whether there is anything that New Conversation would forget (TRN-12). */
function hasConversation({ conversation, file }: PackageSession): boolean {
  return !conversation.isEmpty || file.unreadable !== undefined;
}
