import * as l10n from "@vscode/l10n";
import type { Retry } from "../agent/turns.ts";
import type { Banner } from "../protocol/index.ts";
import type { PackageSession } from "./session.ts";

/** What the running turn's CLI waits for, when it waits to try again by itself. */
export function cliRetry({ turns, openConversation }: PackageSession): Retry | undefined {
  const { status } = openConversation.clis;
  return turns.state === "running" && status?.kind === "retrying" ? status : undefined;
}

/** What else a CLI says, or doesn't say, while a turn runs on it (CLI-4). */
export function cliBanners({ turns, openConversation }: PackageSession): Banner[] {
  const { status } = openConversation.clis;
  if (turns.state !== "running" || status === undefined) return [];
  switch (status.kind) {
    case "silent": {
      const text = l10n.t("Nothing has come for {0} seconds. You can wait, or stop the turn.", status.seconds);
      return [{ id: "cliSilent", tone: "info", text }];
    }
    case "rateLimit":
      return [{ id: "cliRateLimit", tone: "info", text: status.text }];
    default:
      return [];
  }
}
