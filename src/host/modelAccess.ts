import { setTimeout as wake } from "node:timers/promises";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { ProviderError } from "../agent/errors.ts";
import { systemPrompt } from "../agent/systemPrompt.ts";
import type { TurnPorts } from "../agent/turnPorts.ts";
import { environment, settingKeys } from "../contributions.ts";
import { defaultMode, type Mode, modes } from "../conversation/waitingMessage.ts";
import { type Effort, efforts } from "../models/effort.ts";
import { type ListedModel, listedRows } from "../models/listedModel.ts";
import type { PanelAction } from "../protocol/index.ts";
import { shownAddress } from "../providers/shownAddress.ts";
import { openChatModel } from "./chatModel.ts";
import { type CliAccess, programs } from "./cliAccess.ts";
import type { Log } from "./log.ts";
import { type ListAccess, ModelLists } from "./modelLists.ts";
import { promptHash } from "./promptHash.ts";
import { ProviderKeys } from "./providerKeys.ts";
import {
  baseUrlOf,
  type CliId,
  chosenModel,
  chosenProvider,
  isCli,
  isService,
  type ProviderId,
  type ServiceId,
  services,
  textSetting,
} from "./providers.ts";

/** What a session itself gives to a turn. */
export type SessionPorts = Pick<TurnPorts, "image" | "tools" | "settle" | "cards" | "allowed"> & {
  readonly clis: CliAccess;
};

/** Why a message can't be sent now, and what helps. */
export interface Blocked {
  readonly text: string;
  readonly action?: PanelAction;
}

/** Which model a turn runs on and whether it can: settings, keys and trust, watched. */
export class ModelAccess implements vscode.Disposable {
  readonly #keys: ProviderKeys;
  readonly #lists: ModelLists;
  readonly #log: Log;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];

  readonly onDidChange = this.#changed.event;

  private constructor(keys: ProviderKeys, log: Log) {
    this.#keys = keys;
    this.#lists = new ModelLists(log);
    this.#log = log;
    this.#subscriptions = [
      keys,
      keys.onDidChange(() => this.#changed.fire()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (Object.values(settingKeys).some((key) => event.affectsConfiguration(key))) this.#changed.fire();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#changed.fire()),
    ];
  }

  static async open(secrets: vscode.SecretStorage, log: Log): Promise<ModelAccess> {
    return new ModelAccess(await ProviderKeys.open(secrets, log), log);
  }

  get provider(): ProviderId {
    return chosenProvider();
  }

  /** Empty where none is chosen and nobody knows what there is. */
  get model(): string {
    return chosenModel(this.provider);
  }

  /** The CLI that the next turn runs on; undefined for a provider that is none. */
  get cli(): CliId | undefined {
    const { provider } = this;
    return isCli(provider) ? provider : undefined;
  }

  /** What the model is called where its id says nothing: a CLI that chooses by itself. */
  get label(): string | undefined {
    const { cli } = this;
    return cli === undefined || this.model !== "" ? undefined : programs[cli].title;
  }

  /** How much the model holds, in tokens, once its provider has said that; the bundled table knows others. */
  get context(): number | undefined {
    const { provider, model } = this;
    if (!asksForLimits(provider)) return undefined;
    return this.#lists.known(this.#accessTo(provider)).find(({ id }) => id === model)?.context;
  }

  /** Whether the model may search the web, where its provider can (TRN-4). */
  get webSearch(): boolean {
    return vscode.workspace.getConfiguration().get<boolean>(settingKeys.webSearch) ?? true;
  }

  /** The mode of a package's first message; what isn't one is the default. */
  get mode(): Mode {
    const chosen = textSetting(settingKeys.mode);
    return modes.find((mode) => mode === chosen) ?? defaultMode;
  }

  /** What sends a message: Enter alone, or with Ctrl or ⌘. */
  get sendWith(): "enter" | "modifierEnter" {
    return textSetting(settingKeys.sendWith) === "modifierEnter" ? "modifierEnter" : "enter";
  }

  /** Where requests go when that isn't the provider's own address, with a name for it when there is one. */
  get server(): string | undefined {
    const { provider } = this;
    if (!isService(provider)) return undefined;
    const address = baseUrlOf(provider);
    if (address === services[provider].baseUrl && services[provider].label !== undefined) return undefined;
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
    const { provider } = this;
    const label = this.#missingKey(provider);
    if (label !== undefined) {
      return {
        text: l10n.t("Silverpoint Agent needs an {0} API key to send messages.", label),
        action: { command: "setApiKey", label: l10n.t("Set API Key…") },
      };
    }
    if (this.model !== "" || isCli(provider)) return undefined;
    return {
      text: l10n.t("No model is chosen yet: what there is depends on what runs on your machine."),
      action: { command: "selectModel", label: l10n.t("Select Model…") },
    };
  }

  /** Keeps the key of a service in SecretStorage; an empty one takes it out again. */
  async storeKey(id: ServiceId, key: string): Promise<void> {
    await this.#keys.store(id, key);
  }

  /** Whether a service can be asked for its models: there is a key, or it needs none. */
  canList(id: ServiceId): boolean {
    return !services[id].needsKey || this.#keys.of(id) !== undefined;
  }

  /** The models that a service lists itself; nothing where it can't be asked. */
  listed(id: ServiceId): Promise<readonly ListedModel[]> {
    return this.#lists.list(this.#accessTo(id));
  }

  /** What the next turn runs on. Throws, saying what to do, when there is no key, no model or no trust. */
  async turnPorts({ clis, ...ours }: SessionPorts): Promise<TurnPorts> {
    const { provider, model, webSearch } = this;
    this.#expectUnblocked(provider, model);
    const models = asksForLimits(provider) ? await this.listed(provider) : [];
    const listed = models.find(({ id }) => id === model);
    const chatModel = isCli(provider)
      ? await clis.model(provider)
      : await openChatModel({
          provider,
          model,
          apiKey: provider === "vscode" ? "" : (this.#keys.of(provider) ?? ""),
          listed,
          effort: chosenEffort(),
          log: this.#log,
        });
    const hash = promptHash({ provider, model, webSearch }, ours.tools);
    return {
      chatModel,
      model,
      systemPrompt,
      promptHash: hash,
      ...ours,
      webSearch,
      now: () => new Date(),
      context: listed?.context,
      ...(models.length === 0 ? {} : { priceRows: listedRows(provider, models) }),
      wait,
    };
  }

  /** Starts the chosen CLI ahead of the first message, where the person wants that and trusts the workspace. */
  async startEarly({ clis, image, tools }: Pick<SessionPorts, "clis" | "image" | "tools">): Promise<void> {
    const { cli, model, webSearch } = this;
    const isWanted = vscode.workspace.getConfiguration().get<boolean>(settingKeys.startCliEarly) ?? false;
    if (cli === undefined || !isWanted || !vscode.workspace.isTrusted) return;
    const definitions = tools.map(({ definition }) => definition);
    await clis.prepare(cli, { model, systemPrompt, tools: definitions, webSearch, history: [], image });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }

  #accessTo(id: ServiceId): ListAccess {
    return { id, baseUrl: baseUrlOf(id), apiKey: this.#keys.of(id) };
  }

  /** Kept in the conversation, whose words are English (FMT-4). */
  #expectUnblocked(provider: ProviderId, model: string): void {
    const label = this.#missingKey(provider);
    if (!vscode.workspace.isTrusted) {
      throw new ProviderError("noKey", "This workspace is in Restricted Mode. Trust it, then send the message again.");
    }
    if (label !== undefined) {
      throw new ProviderError("noKey", `Silverpoint Agent needs an ${label} API key to send messages.`);
    }
    if (model === "" && !isCli(provider)) {
      throw new ProviderError("notFound", "No model is chosen. Choose one with “Silverpoint: Select Model…”.");
    }
  }

  /** The name of the provider that can't be asked for want of a key. */
  #missingKey(provider: ProviderId): string | undefined {
    if (!isService(provider) || !services[provider].needsKey) return undefined;
    return this.#keys.of(provider) === undefined ? services[provider].label : undefined;
  }
}

/** Providers whose models nobody knows but they themselves. */
function asksForLimits(provider: ProviderId): provider is "openrouter" | "openaiCompatible" {
  return provider === "openrouter" || provider === "openaiCompatible";
}

function chosenEffort(): Effort | undefined {
  return efforts.find((effort) => effort === textSetting(settingKeys.effort));
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wake(milliseconds, undefined, { signal });
}
