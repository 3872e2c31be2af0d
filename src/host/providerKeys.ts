import * as vscode from "vscode";
import type { Log } from "./log.ts";
import { type ServiceId, serviceIds, services } from "./providers.ts";

/** The keys of every service, watched (PRV-3): from SecretStorage, which wins, or from the environment. */
export class ProviderKeys implements vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #log: Log;
  readonly #keys = new Map<ServiceId, string>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;

  readonly onDidChange = this.#changed.event;

  private constructor(secrets: vscode.SecretStorage, log: Log) {
    this.#secrets = secrets;
    this.#log = log;
    this.#subscription = secrets.onDidChange(({ key }) => {
      const id = serviceIds.find((each) => services[each].secret === key);
      if (id !== undefined) this.#read(id).catch((error: unknown) => log.error("Reading an API key failed.", error));
    });
  }

  static async open(secrets: vscode.SecretStorage, log: Log): Promise<ProviderKeys> {
    const keys = new ProviderKeys(secrets, log);
    await Promise.all(serviceIds.map((id) => keys.#read(id)));
    return keys;
  }

  of(id: ServiceId): string | undefined {
    return this.#keys.get(id);
  }

  /** Keeps the key in SecretStorage; an empty one takes it out again. */
  async store(id: ServiceId, key: string): Promise<void> {
    if (key === "") await this.#secrets.delete(services[id].secret);
    else await this.#secrets.store(services[id].secret, key);
    await this.#read(id);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #read(id: ServiceId): Promise<void> {
    const { secret, keyVariable } = services[id];
    const key = (await this.#secrets.get(secret)) || (keyVariable === undefined ? "" : process.env[keyVariable]);
    if (key) {
      this.#log.hide(key);
      this.#keys.set(id, key);
    } else {
      this.#keys.delete(id);
    }
    this.#changed.fire();
  }
}
