import { type SessionOptions, serverName } from "../session.ts";

/** Nothing of a design's conversation leaves for anybody but the model's provider. */
const quiet = [
  "analytics.enabled=false",
  "check_for_update_on_startup=false",
  "features.apps=false",
  "features.plugins=false",
];

/** What stands here anyone on the machine can read: no prompt and no secret (CLI-4). */
export const appServerArguments: readonly string[] = ["app-server", ...quiet.flatMap((setting) => ["-c", setting])];

/** How many tokens of a tool's result the model gets. */
const mostResultTokens = 150_000;

/** A thread that has our tools, waits for them, and has nothing else. `others`: the person's own servers, which stay off. */
export function threadParameters(
  { folder, model, systemPrompt, toolServer }: SessionOptions,
  others: readonly string[],
): object {
  const own = {
    url: toolServer.url,
    http_headers: { Authorization: `Bearer ${toolServer.token}` },
    required: true,
    startup_timeout_sec: 20,
    tool_timeout_sec: 86_400,
    // The person approves in the panel, which works for every version alike.
    default_tools_approval_mode: "approve",
    // Else the model is told of no tools until it searches for them.
    omit_tools_from: ["deferred"],
  };
  const off = Object.fromEntries(
    others.filter((name) => name !== serverName).map((name) => [name, { enabled: false }]),
  );
  return {
    cwd: folder,
    model: model ?? null,
    ephemeral: true,
    approvalPolicy: "on-request",
    sandbox: "read-only",
    baseInstructions: systemPrompt,
    config: {
      web_search: "disabled",
      project_doc_max_bytes: 0,
      tool_output_token_limit: mostResultTokens,
      include_environment_context: false,
      skills: { include_instructions: false },
      features: {
        shell_tool: false,
        unified_exec: false,
        multi_agent: false,
        goals: false,
        apps: false,
        plugins: false,
      },
      mcp_servers: { ...off, [serverName]: own },
    },
  };
}
