import { setTimeout as wake } from "node:timers/promises";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { ProviderError } from "../agent/errors.ts";
import { systemPrompt } from "../agent/systemPrompt.ts";
import type { TurnPorts } from "../agent/turnPorts.ts";
import { environment, settingKeys } from "../contributions.ts";
import { defaultMode, type Mode, modes } from "../conversation/waitingMessage.ts";
import type { PanelAction } from "../protocol/index.ts";
import { shownAddress } from "../providers/shownAddress.ts";
import type { Log } from "./log.ts";
import { promptHash } from "./promptHash.ts";

const provider = "anthropic";
const defaultModel = "claude-opus-5-5";
const defaultBaseUrl = "https://api.anthropic.com";
const secretName = "silverpoint.anthropic.apiKey";

/** What a session itself gives to a turn. */
export type SessionPorts = Pick<TurnPorts, "image" | "tools" | "settle" | "cards" | "allowed">;

/** Why a message can't be sent now, and what helps. */
export interface Blocked {
  readonly text: string;
  readonly action?: PanelAction;
}

/** Which model a turn runs on and whether it can: settings, keys and trust, watched. */
export class ModelAccess implements vscode.Disposable {
  readonly provider = provider;
  readonly #secrets: vscode.SecretStorage;
  readonly #log: Log;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  #key: string | undefined;

  readonly onDidChange = this.#changed.event;

  private constructor(secrets: vscode.SecretStorage, log: Log) {
    this.#secrets = secrets;
    this.#log = log;
    this.#subscriptions = [
      secrets.onDidChange((event) => {
        if (event.key === secretName)
          this.#readKey().catch((error: unknown) => log.error("Reading the API key failed.", error));
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (Object.values(settingKeys).some((key) => event.affectsConfiguration(key))) this.#changed.fire();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#changed.fire()),
    ];
  }

  static async open(secrets: vscode.SecretStorage, log: Log): Promise<ModelAccess> {
    const access = new ModelAccess(secrets, log);
    await access.#readKey();
    return access;
  }

  get model(): string {
    return setting(settingKeys.model) ?? defaultModel;
  }

  /** Whether the model may search the web, where its provider can (TRN-4). */
  get webSearch(): boolean {
    return vscode.workspace.getConfiguration().get<boolean>(settingKeys.webSearch) ?? true;
  }

  /** The mode of a package's first message; what isn't one is the default. */
  get mode(): Mode {
    const chosen = setting(settingKeys.mode);
    return modes.find((mode) => mode === chosen) ?? defaultMode;
  }

  /** What sends a message: Enter alone, or with Ctrl or ⌘. */
  get sendWith(): "enter" | "modifierEnter" {
    return setting(settingKeys.sendWith) === "modifierEnter" ? "modifierEnter" : "enter";
  }

  /** Where requests go when that isn't the provider's own address, with a name for it when there is one. */
  get server(): string | undefined {
    const address = baseUrl();
    if (address === defaultBaseUrl) return undefined;
    const label = process.env[environment.serverLabel];
    const shown = shownAddress(address);
    return label === undefined || label === "" ? shown : `${label} · ${shown}`;
  }

  /** Why no message can be sent; undefined when one can. */
  get blocked(): Blocked | undefined {
    if (!vscode.workspace.isTrusted) {
      return {
        text: l10n.t(
          "This workspace is in Restricted Mode. The conversation can be read; messages can be sent once you trust the workspace.",
        ),
        action: { command: "manageTrust", label: l10n.t("Manage Workspace Trust") },
      };
    }
    return this.#key === undefined
      ? {
          text: l10n.t("Silverpoint Agent needs an Anthropic API key to send messages."),
          action: { command: "setApiKey", label: l10n.t("Set API Key…") },
        }
      : undefined;
  }

  /** Keeps the key in SecretStorage; an empty one takes it out again. */
  async storeKey(key: string): Promise<void> {
    if (key === "") await this.#secrets.delete(secretName);
    else await this.#secrets.store(secretName, key);
    await this.#readKey();
  }

  /** What the next turn runs on. Throws, saying what to do, when there is no key or no trust. */
  async turnPorts(ours: SessionPorts): Promise<TurnPorts> {
    const { blocked } = this;
    if (blocked !== undefined || this.#key === undefined) {
      throw new ProviderError(
        "noKey",
        // Kept in the conversation, whose words are English (FMT-4).
        vscode.workspace.isTrusted
          ? "Silverpoint Agent needs an Anthropic API key to send messages."
          : "This workspace is in Restricted Mode. Trust it, then send the message again.",
      );
    }
    const { createAnthropicModel } = await import("../providers/anthropic/index.ts");
    const chatModel = createAnthropicModel({
      apiKey: this.#key,
      baseUrl: baseUrl(),
      log: (line) => this.#log.info(line),
    });
    const { model, webSearch } = this;
    const hash = promptHash({ provider, model, webSearch }, ours.tools);
    return { chatModel, model, systemPrompt, promptHash: hash, ...ours, webSearch, now: () => new Date(), wait };
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }

  /** A key in SecretStorage wins over the environment. */
  async #readKey(): Promise<void> {
    const key = (await this.#secrets.get(secretName)) || process.env[environment.anthropicKey] || undefined;
    if (key !== undefined) this.#log.hide(key);
    this.#key = key;
    this.#changed.fire();
  }
}

function setting(key: string): string | undefined {
  const value = vscode.workspace.getConfiguration().get<string>(key);
  return value === undefined || value.trim() === "" ? undefined : value.trim();
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wake(milliseconds, undefined, { signal });
}

function baseUrl(): string {
  const address = setting(settingKeys.anthropicBaseUrl) ?? process.env[environment.anthropicBaseUrl] ?? "";
  return (address.trim() || defaultBaseUrl).replace(/\/+$/, "");
}
