import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { commandIds } from "../contributions.ts";
import type { ContextKeys } from "./contextKeys.ts";
import { packageName } from "./packageName.ts";
import type { PackageSession } from "./session.ts";
import type { Sessions } from "./sessions.ts";
import { hiddenWork, OpenedCards, type Work, waits } from "./work.ts";

/** The editors of packages, as far as it matters what a person sees of them. */
export interface Editors {
  isShown(session: PackageSession): boolean;
  show(session: PackageSession): Promise<void>;
  readonly onDidChangeViews: vscode.Event<void>;
}

interface SessionWork extends Work {
  readonly session: PackageSession;
  readonly name: string;
}

/** How long changes gather before they are looked at, in milliseconds. */
const gatherMilliseconds = 100;

/**
 * Tells of turns in packages that nobody looks at: a status bar item while they run, and one notification for each card
 * that waits there. Neither answers anything (TRN-10).
 */
export class HiddenWork implements vscode.Disposable {
  readonly #sessions: Sessions;
  readonly #editors: Editors;
  readonly #contextKeys: ContextKeys;
  readonly #item = vscode.window.createStatusBarItem("silverpoint.hiddenWork", vscode.StatusBarAlignment.Left, 10);
  readonly #cards = new OpenedCards();
  readonly #followed = new Map<PackageSession, vscode.Disposable>();
  readonly #subscriptions: vscode.Disposable[];
  #timer: NodeJS.Timeout | undefined;

  constructor(sessions: Sessions, editors: Editors, contextKeys: ContextKeys) {
    this.#contextKeys = contextKeys;
    this.#sessions = sessions;
    this.#editors = editors;
    this.#item.name = l10n.t("Silverpoint: Agents at Work");
    this.#item.command = commandIds.showHiddenWork;
    this.#subscriptions = [
      this.#item,
      sessions.onDidChange(() => this.#gather()),
      editors.onDidChangeViews(() => this.#gather()),
    ];
  }

  /** Brings the package of a turn that nobody sees to the front; of several, the one that the person chooses. */
  async show(): Promise<void> {
    const hidden = hiddenWork(this.#look());
    const chosen = hidden.length > 1 ? await choose(hidden) : hidden[0]?.session;
    if (chosen !== undefined) await this.#editors.show(chosen);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of [...this.#subscriptions, ...this.#followed.values()]) subscription.dispose();
  }

  #gather(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#update();
    }, gatherMilliseconds);
  }

  #update(): void {
    this.#follow();
    const all = this.#look();
    this.#tell(hiddenWork(all));
    for (const { session, name } of this.#cards.look(all)) void this.#notify(session, name);
  }

  #look(): readonly SessionWork[] {
    return this.#sessions.opened.map((session) => ({
      session,
      name: packageName(session.packageUri),
      isShown: this.#editors.isShown(session),
      isRunning: session.turns.state !== "idle",
      openCards: session.openConversation.cards.ids,
    }));
  }

  /** Listens to every open package, and to none that was closed. */
  #follow(): void {
    const { opened } = this.#sessions;
    for (const [session, subscription] of this.#followed) {
      if (opened.includes(session)) continue;
      subscription.dispose();
      this.#followed.delete(session);
    }
    for (const session of opened) {
      if (!this.#followed.has(session))
        this.#followed.set(
          session,
          session.onDidChange(() => this.#gather()),
        );
    }
  }

  #tell(hidden: readonly SessionWork[]): void {
    const [first] = hidden;
    this.#contextKeys.set("hiddenWork", first !== undefined);
    if (first === undefined) {
      this.#item.hide();
      return;
    }
    const isWaiting = waits(first);
    const words = barWords(hidden, first);
    this.#item.text = `${isWaiting ? "$(bell-dot)" : "$(loading~spin)"} ${withoutIcons(words)}`;
    this.#item.accessibilityInformation = { label: words };
    this.#item.tooltip = hidden.map(stateOf).join("\n");
    this.#item.backgroundColor = isWaiting ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
    this.#item.show();
  }

  async #notify(session: PackageSession, name: string): Promise<void> {
    const show = l10n.t("Show");
    const answer = await vscode.window.showInformationMessage(l10n.t("“{0}” needs your answer.", name), show);
    if (answer === show && !session.disposed) await this.#editors.show(session);
  }
}

/** What is most urgent, in a few words. */
function barWords(hidden: readonly SessionWork[], first: SessionWork): string {
  const waiting = hidden.filter(waits).length;
  if (hidden.length === 1) return l10n.t("Silverpoint: {0}", stateOf(first));
  if (waiting === 0) return l10n.t("Silverpoint: {0} agents are working", hidden.length);
  return waiting === 1
    ? l10n.t("Silverpoint: {0}", stateOf(first))
    : l10n.t("Silverpoint: {0} documents need your answer", waiting);
}

function stateOf(work: SessionWork): string {
  return waits(work) ? l10n.t("{0} needs your answer", work.name) : l10n.t("{0} is working", work.name);
}

/** A folder's name is anybody's: it draws no icon where VS Code would draw one for it. */
function withoutIcons(words: string): string {
  return words.replaceAll("$(", "$\u200B(");
}

async function choose(hidden: readonly SessionWork[]): Promise<PackageSession | undefined> {
  const choices = hidden.map((work) => ({
    label: withoutIcons(work.name),
    description: waits(work) ? l10n.t("Needs your answer") : l10n.t("Working"),
    session: work.session,
  }));
  const chosen = await vscode.window.showQuickPick(choices, { title: l10n.t("Agents at Work") });
  return chosen?.session;
}
