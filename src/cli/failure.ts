import { ProviderError, type ProviderErrorCode } from "../agent/errors.ts";
import type { Program } from "./programs.ts";

/** What went wrong with a CLI (CLI-4). */
export type CliFailureKind =
  | "notFound"
  | "notExecutable"
  | "tooOld"
  | "notLoggedIn"
  | "toolsNotConnected"
  | "crashed"
  | "rateLimited"
  | "contextOverflow"
  | "modelNotFound"
  | "serverFailed"
  | "refused"
  | "protocol";

/** The one thing that helps: a setting to open, a command to run in a terminal, or sending the message again. */
export type Remedy =
  | { readonly kind: "openSetting"; readonly setting: string }
  | { readonly kind: "runInTerminal"; readonly command: string }
  | { readonly kind: "chooseModel" }
  | { readonly kind: "newConversation" }
  | { readonly kind: "sendAgain" };

/**
 * A CLI has tried again by itself for as long as it does, so none of these codes is among those that the turn retries (TRN-8).
 */
const codes: Readonly<Record<CliFailureKind, ProviderErrorCode>> = {
  notFound: "notFound",
  notExecutable: "permission",
  tooOld: "protocol",
  notLoggedIn: "authentication",
  toolsNotConnected: "network",
  crashed: "network",
  rateLimited: "permission",
  contextOverflow: "contextOverflow",
  modelNotFound: "notFound",
  serverFailed: "network",
  refused: "refusedRequest",
  protocol: "protocol",
};

/** A failure of a CLI: its message says what happened and what to do, its remedy is what a button can do about it. */
export class CliFailure extends ProviderError {
  readonly kind: CliFailureKind;
  readonly remedy: Remedy;

  constructor(
    kind: CliFailureKind,
    message: string,
    remedy: Remedy,
    options: { program?: Program; cause?: unknown } = {},
  ) {
    // What is to be done about one program is another thing than for another.
    const failureCode = options.program && `${options.program.provider}.${kind}`;
    super(codes[kind], message, { cause: options.cause, failureCode });
    this.name = "CliFailure";
    this.kind = kind;
    this.remedy = remedy;
  }
}

const sendAgain: Remedy = { kind: "sendAgain" };

export function notFound(program: Program): CliFailure {
  const { title, command, setting } = program;
  return new CliFailure(
    "notFound",
    `${title} was not found: no “${command}” on this machine. Install it, or say where it is in the setting ${setting}.`,
    { kind: "openSetting", setting },
    { program },
  );
}

export function configuredNotFound(program: Program, path: string): CliFailure {
  const { title, setting } = program;
  return new CliFailure(
    "notFound",
    `${title} was not found at “${path}”, where the setting ${setting} points. Correct the setting, or clear it.`,
    { kind: "openSetting", setting },
    { program },
  );
}

export function notExecutable(program: Program, path: string, cause?: unknown): CliFailure {
  const { title, setting } = program;
  return new CliFailure(
    "notExecutable",
    `${title} can't be started: “${path}” is not an executable file. Make it one, or name another in the setting ${setting}.`,
    { kind: "openSetting", setting },
    { program, cause },
  );
}

export function tooOld(program: Program, found: string | undefined): CliFailure {
  const { title, oldestVersion, installCommand } = program;
  const has = found === undefined ? "This version" : `Version ${found}`;
  return new CliFailure(
    "tooOld",
    `${has} of ${title} is too old: ${oldestVersion} or later is needed. Update it, then send the message again.`,
    { kind: "runInTerminal", command: `${installCommand}@latest` },
    { program },
  );
}

export function notLoggedIn(program: Program): CliFailure {
  const { title, loginCommand } = program;
  return new CliFailure(
    "notLoggedIn",
    `${title} is not logged in. Run “${loginCommand}” in a terminal, then send the message again.`,
    { kind: "runInTerminal", command: loginCommand },
    { program },
  );
}

export function toolsNotConnected({ title }: Program, detail?: string): CliFailure {
  return new CliFailure(
    "toolsNotConnected",
    `${title} could not reach the design tools${detail ? ` (${detail})` : ""}. Send the message again; a proxy or firewall must let 127.0.0.1 through.`,
    sendAgain,
  );
}

/** `how` is an exit code or a signal; `said` the last of its error output. */
export function crashed({ title }: Program, how: string, said: string): CliFailure {
  const last = said.trim().split("\n").at(-1)?.trim().slice(0, 300) ?? "";
  return new CliFailure(
    "crashed",
    `${title} ended unexpectedly (${how})${last === "" ? "" : `: ${last}`}. Send the message again: a new session starts.`,
    sendAgain,
  );
}

/** Its session was ended by us while a turn ran. */
export function closed({ title }: Program): CliFailure {
  return new CliFailure("crashed", `${title} was closed while it worked. Send the message again.`, sendAgain);
}

export function brokenProtocol({ title }: Program, what: string, cause?: unknown): CliFailure {
  return new CliFailure(
    "protocol",
    `${title} said something that can't be understood: ${what}. Update ${title}, then send the message again.`,
    sendAgain,
    { cause },
  );
}

/** A failure that a CLI reports of its model's service, after its own tries. `said` is its own sentence. */
export function serviceFailed(program: Program, kind: ServiceTrouble, said: string): CliFailure {
  const { title } = program;
  const detail = said
    .trim()
    .slice(0, 500)
    .replace(/[.\s]+$/, "");
  const because = detail === "" ? "" : `: ${detail}`;
  switch (kind) {
    case "notLoggedIn":
      return notLoggedIn(program);
    case "rateLimited":
      return new CliFailure(
        kind,
        `${title} has reached a usage limit${because}. Wait, then send the message again.`,
        sendAgain,
      );
    case "contextOverflow":
      return new CliFailure(
        kind,
        `The conversation no longer fits ${title}’s model${because}. Start a new conversation.`,
        {
          kind: "newConversation",
        },
      );
    case "modelNotFound":
      return new CliFailure(kind, `${title} can't use the chosen model${because}. Choose another one.`, {
        kind: "chooseModel",
      });
    case "serverFailed":
      return new CliFailure(
        kind,
        `${title}’s model could not be reached${because}. Send the message again.`,
        sendAgain,
      );
    case "refused":
      return new CliFailure(kind, `${title} reports a failure${because}. Send the message again.`, sendAgain);
  }
}

export type ServiceTrouble =
  | "notLoggedIn"
  | "rateLimited"
  | "contextOverflow"
  | "modelNotFound"
  | "serverFailed"
  | "refused";
