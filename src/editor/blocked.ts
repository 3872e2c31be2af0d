import * as l10n from "@vscode/l10n";
import type { Blocked } from "../host/modelAccess.ts";
import type { PackageSession } from "./session.ts";

/** Why no message of a session can be sent now, and what helps; undefined when one can. */
export function blockedIn(
  { design, file, writable }: Pick<PackageSession, "design" | "file" | "writable">,
  models: { readonly blocked: Blocked | undefined },
): Blocked | undefined {
  if (design.damaged) {
    return {
      text: l10n.t("document.json can't be read. Repair it before you go on with the agent."),
      action: { command: "openDocumentAsText", label: l10n.t("Open as Text") },
    };
  }
  if (!writable) return { text: l10n.t("Messages can't be sent from a read-only view.") };
  if (file.unreachable !== undefined) {
    return { text: l10n.t("Messages can be sent once the saved conversation has been read.") };
  }
  return models.blocked;
}
