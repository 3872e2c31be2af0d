import * as vscode from "vscode";
import { ProviderError } from "../agent/errors.ts";
import type { TurnPorts } from "../agent/runTurn.ts";
import { systemPrompt } from "../agent/systemPrompt.ts";
import { environment, settingKeys } from "../contributions.ts";
import type { PanelAction } from "../protocol/index.ts";
import { shownAddress } from "../providers/shownAddress.ts";
import type { Log } from "./log.ts";

const provider = "anthropic";
const defaultModel = "claude-opus-5-5";
const defaultBaseUrl = "https://api.anthropic.com";
const secretName = "silverpoint.anthropic.apiKey";
const setKeyAction: PanelAction = { command: "setApiKey", label: "Set API Key…" };

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
        text: "This workspace is in Restricted Mode. The conversation can be read; messages can be sent once you trust the workspace.",
        action: { command: "manageTrust", label: "Manage Workspace Trust" },
      };
    }
    return this.#key === undefined
      ? { text: "Silverpoint Agent needs an Anthropic API key to send messages.", action: setKeyAction }
      : undefined;
  }

  /** Keeps the key in SecretStorage; an empty one takes it out again. */
  async storeKey(key: string): Promise<void> {
    if (key === "") await this.#secrets.delete(secretName);
    else await this.#secrets.store(secretName, key);
    await this.#readKey();
  }

  /** What the next turn runs on. Throws, saying what to do, when there is no key or no trust. */
  async turnPorts(ours: Pick<TurnPorts, "image" | "tools" | "settle">): Promise<TurnPorts> {
    const { blocked } = this;
    if (blocked !== undefined || this.#key === undefined) {
      throw new ProviderError(
        "noKey",
        blocked?.text ?? "Silverpoint Agent needs an Anthropic API key to send messages.",
      );
    }
    const { createAnthropicModel } = await import("../providers/anthropic/index.ts");
    const chatModel = createAnthropicModel({
      apiKey: this.#key,
      baseUrl: baseUrl(),
      log: (line) => this.#log.info(line),
    });
    return { chatModel, model: this.model, systemPrompt, ...ours, now: () => new Date() };
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

function baseUrl(): string {
  const address = setting(settingKeys.anthropicBaseUrl) ?? process.env[environment.anthropicBaseUrl] ?? "";
  return (address.trim() || defaultBaseUrl).replace(/\/+$/, "");
}
