/** A command-line agent of the person's own that we can drive (CLI-1). */
export interface Program {
  /** What the conversation stores as `provider`, and the setting's value. */
  readonly provider: "claudeCode" | "codex";
  /** What a person calls it. */
  readonly title: string;
  /** What it is called on PATH. */
  readonly command: string;
  /** The oldest version whose protocol we speak. */
  readonly oldestVersion: string;
  /** The machine-scoped setting that names its path. */
  readonly setting: string;
  /** What a person types in a terminal to log in. */
  readonly loginCommand: string;
  /** What a person types in a terminal to install it or bring it up to date. */
  readonly installCommand: string;
}

export const claudeCode: Program = {
  provider: "claudeCode",
  title: "Claude Code",
  command: "claude",
  oldestVersion: "2.1.0",
  setting: "silverpoint.claudeCode.path",
  loginCommand: "claude /login",
  installCommand: "npm install -g @anthropic-ai/claude-code",
};

export const codex: Program = {
  provider: "codex",
  title: "Codex",
  command: "codex",
  oldestVersion: "0.100.0",
  setting: "silverpoint.codex.path",
  loginCommand: "codex login",
  installCommand: "npm install -g @openai/codex",
};
