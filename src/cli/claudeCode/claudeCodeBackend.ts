import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { encodeBase64 } from "../../archive/base64.ts";
import { crashed, tooOld } from "../failure.ts";
import { claudeCode } from "../programs.ts";
import { describeExit, startRecordProcess } from "../recordProcess.ts";
import { type CliBackend, type CliMessage, type CliSession, type SessionOptions, serverName } from "../session.ts";
import { notStartedFailure } from "../version.ts";
import { ClaudeReader } from "./reader.ts";
import { type ControlRequest, kindOf, readClaudeRecord } from "./records.ts";

const tokenVariable = "SILVERPOINT_TOOLS_TOKEN";
/** A call may wait for the person for a day. */
const longestCallMilliseconds = 86_400_000;

/** The person's Claude Code (CLI-1): one process for a conversation, over stream-json and control messages. */
export const claudeCodeBackend: CliBackend = {
  program: claudeCode,
  environment: {
    // A key in the environment would win over the person's subscription, unasked.
    remove: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDECODE"],
    add: {
      // Else the model is told of no tools until it searches for them.
      ENABLE_TOOL_SEARCH: "false",
      MCP_TOOL_TIMEOUT: String(longestCallMilliseconds),
    },
  },
  start,
};

async function start(options: SessionOptions): Promise<CliSession> {
  const { found, folder, toolServer, log, emit } = options;
  const environment = { ...options.environment, [tokenVariable]: toolServer.token };
  const args = [...found.args, ...(await argumentsFor(options))];
  const reader = new ClaudeReader();
  const questions = new Map<string, AbortController>();
  let isClosing = false;

  const answer = (id: string, response: object): void => {
    child.send({ type: "control_response", response: { subtype: "success", request_id: id, response } });
  };
  const ask = async (id: string, name: string, input: unknown): Promise<void> => {
    const question = new AbortController();
    questions.set(id, question);
    const isAllowed = await options.ask({ name, arguments: JSON.stringify(input) }, question.signal).catch(() => false);
    if (!questions.delete(id)) return;
    answer(
      id,
      isAllowed ? { behavior: "allow", updatedInput: input } : { behavior: "deny", message: "The user declined." },
    );
  };
  const take = (value: unknown): void => {
    const record = readClaudeRecord(value);
    if (record === undefined) {
      log(`passed over a record: ${kindOf(value)}`);
    } else if (record.type === "control_cancel_request") {
      questions.get(record.request_id)?.abort();
      questions.delete(record.request_id);
    } else if (record.type === "control_request") {
      respond(record.request_id, record.request);
    } else {
      for (const event of reader.read(record)) emit(event);
    }
  };
  const respond = (id: string, { subtype, tool_name: name = "", input = {} }: ControlRequest["request"]): void => {
    if (subtype === "can_use_tool") {
      ask(id, name, input).catch(() => undefined);
      return;
    }
    log(`declined a request: ${subtype.slice(0, 60)}`);
    const response = { subtype: "error", request_id: id, error: "Not supported." };
    child.send({ type: "control_response", response });
  };

  const child = startRecordProcess(found.path, args, { cwd: folder, environment }, { ...options, onRecord: take });
  child.ended
    .then((exit) => {
      options.onEnd();
      for (const question of questions.values()) question.abort();
      if (isClosing) return;
      const said = child.errorTail();
      const failure = /unknown option/i.test(said)
        ? tooOld(claudeCode, undefined)
        : notStartedFailure(claudeCode, found.path, exit);
      emit({ type: "failed", error: failure ?? crashed(claudeCode, describeExit(exit), said) });
    })
    .catch(() => undefined);

  let requests = 0;
  const control = (request: object): void => {
    child.send({ type: "control_request", request_id: `silverpoint-${++requests}`, request });
  };
  let model = options.model;
  return {
    send(message) {
      reader.open();
      if (message.model !== model) control({ subtype: "set_model", model: message.model ?? null });
      model = message.model;
      child.send({ type: "user", session_id: "", parent_tool_use_id: null, message: userMessage(message) });
    },
    interrupt: () => control({ subtype: "interrupt" }),
    close() {
      isClosing = true;
      return child.end();
    },
  };
}

/** What stands here anyone on the machine can read: no prompt and no secret (CLI-4). */
async function argumentsFor({ folder, model, systemPrompt, toolServer }: SessionOptions): Promise<string[]> {
  const promptFile = join(folder, "system-prompt.md");
  const toolsFile = join(folder, "mcp.json");
  const server = {
    type: "http",
    url: toolServer.url,
    headers: { Authorization: `Bearer \${${tokenVariable}}` },
    alwaysLoad: true,
    timeout: longestCallMilliseconds,
  };
  await writeFile(promptFile, systemPrompt, { mode: 0o600 });
  await writeFile(toolsFile, JSON.stringify({ mcpServers: { [serverName]: server } }), { mode: 0o600 });
  return [
    ...["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"],
    ...["--include-partial-messages", "--permission-prompt-tool", "stdio", "--permission-mode", "default"],
    // Nothing of its own but our tools, whose calls the person approves in the panel.
    ...["--tools", "", "--allowedTools", `mcp__${serverName}`, "--strict-mcp-config", "--mcp-config", toolsFile],
    // Nothing of the person's configuration either, except the login.
    ...["--setting-sources", "", "--disable-slash-commands", "--no-session-persistence"],
    ...["--system-prompt-file", promptFile],
    ...(model === undefined ? [] : [`--model=${model}`]),
  ];
}

/** A text that begins with a slash would be taken for a command of the program's own. */
function userMessage({ text, images }: CliMessage): object {
  const said = text.startsWith("/") ? ` ${text}` : text;
  if (images.length === 0) return { role: "user", content: said };
  const blocks = images.map(({ mimeType, bytes }) => ({
    type: "image",
    source: { type: "base64", media_type: mimeType, data: encodeBase64(bytes) },
  }));
  return { role: "user", content: [{ type: "text", text: said }, ...blocks] };
}
