import * as z from "zod";
import { encodeBase64 } from "../../archive/base64.ts";
import { brokenProtocol, CliFailure, crashed, notLoggedIn, toolsNotConnected, tooOld } from "../failure.ts";
import { codex } from "../programs.ts";
import { describeExit, startRecordProcess } from "../recordProcess.ts";
import type { CliBackend, CliMessage, CliSession, SessionOptions } from "../session.ts";
import { notStartedFailure } from "../version.ts";
import { CodexQuestions } from "./questions.ts";
import { CodexReader } from "./reader.ts";
import {
  configured,
  initialized,
  type Notification,
  readAccount,
  readNotification,
  startedThread,
  startedTurn,
} from "./records.ts";
import { RpcEnd, RpcError } from "./rpc.ts";
import { appServerArguments, threadParameters } from "./threadSettings.ts";

/** After how long the model is taken to wait for its calls though no figures have come: a further call of an answer has none, in milliseconds. */
const countMilliseconds = 250;

/** The person's Codex (CLI-1): one `codex app-server` for a conversation, with one thread. */
export const codexBackend: CliBackend = {
  program: codex,
  environment: { remove: [], add: {} },
  start,
};

async function start(options: SessionOptions): Promise<CliSession> {
  const { found, folder, environment, log, emit } = options;
  const reader = new CodexReader();
  let isClosing = false;
  const child = startRecordProcess(
    found.path,
    [...found.args, ...appServerArguments],
    { cwd: folder, environment },
    { ...options, onRecord: (value) => take(value) },
  );
  const rpc = new RpcEnd((record) => child.send(record));
  const questions = new CodexQuestions(rpc, options.ask, log);
  let threadId = "";
  let turnId: string | undefined;
  let stopsWhenStarted = false;
  let counting: ReturnType<typeof setTimeout> | undefined;

  const interrupt = (): void => {
    stopsWhenStarted = turnId === undefined;
    if (turnId === undefined) return;
    // A turn that has just ended isn't there to be stopped.
    rpc.request("turn/interrupt", { threadId, turnId }, z.unknown()).catch(() => undefined);
  };
  const noteTurn = (id: string): void => {
    turnId = id;
    if (stopsWhenStarted) interrupt();
  };
  const take = (value: unknown): void => {
    const record = rpc.take(value);
    if (record?.method === undefined) return;
    const notification = readNotification(record);
    if (record.id !== undefined) questions.take(record.id, record.method, record.params);
    else if (notification === undefined) log(`passed over a notification: ${record.method.slice(0, 80)}`);
    else heed(notification);
  };
  const heed = (notification: Notification): void => {
    if (notification.method === "turn/started") noteTurn(notification.params.turn.id);
    if (notification.method === "serverRequest/resolved") questions.withdraw(notification.params.requestId);
    const events = reader.read(notification);
    for (const event of events) {
      if (event.type === "waiting") clearTimeout(counting);
      if (event.type === "toolCall") {
        clearTimeout(counting);
        counting = setTimeout(() => reader.waitIfCalled().forEach(emit), countMilliseconds);
      }
      if (event.type === "done" || event.type === "stopped" || event.type === "failed") {
        clearTimeout(counting);
        turnId = undefined;
      }
      emit(event);
    }
  };

  const ended = child.ended.then((exit) => {
    options.onEnd();
    clearTimeout(counting);
    const said = child.errorTail();
    const isUnknown = /unrecognized subcommand|unexpected argument/i.test(said);
    const failure = isUnknown ? tooOld(codex, undefined) : notStartedFailure(codex, found.path, exit);
    const error = failure ?? crashed(codex, describeExit(exit), said);
    questions.withdrawAll();
    rpc.end(error);
    if (!isClosing) emit({ type: "failed", error });
  });
  ended.catch(() => undefined);

  const close = (): Promise<void> => {
    isClosing = true;
    return child.end();
  };
  try {
    threadId = await openThread(rpc, options);
  } catch (error) {
    await close();
    throw startFailure(error);
  }

  return {
    send(message) {
      reader.open();
      turnId = undefined;
      stopsWhenStarted = false;
      const parameters = { threadId, input: inputOf(message), model: message.model ?? null, summary: "auto" };
      rpc.request("turn/start", parameters, startedTurn).then(
        ({ turn }) => (turnId === undefined ? noteTurn(turn.id) : undefined),
        (error: unknown) => emit({ type: "failed", error: startFailure(error) }),
      );
    },
    interrupt,
    close,
  };
}

/** Says hello, sees that the person is logged in, and opens a thread that has our tools. */
async function openThread(rpc: RpcEnd, options: SessionOptions): Promise<string> {
  await rpc.request(
    "initialize",
    {
      clientInfo: { name: "silverpoint", title: "Silverpoint", version: "1" },
      capabilities: { experimentalApi: false, requestAttestation: false },
    },
    initialized,
  );
  rpc.notify("initialized");
  const account = await rpc.request("account/read", { refreshToken: false }, readAccount);
  if (account.requiresOpenaiAuth === true && !account.account) throw notLoggedIn(codex);
  // The person's own servers would be started with ours.
  const { config } = await rpc.request("config/read", { includeLayers: false }, configured);
  const others = Object.keys(config.mcp_servers ?? {});
  const { thread } = await rpc.request("thread/start", threadParameters(options, others), startedThread);
  return thread.id;
}

function startFailure(error: unknown): Error {
  if (error instanceof CliFailure) return error;
  if (error instanceof RpcError) {
    if (/mcp|design/i.test(error.message)) return toolsNotConnected(codex, error.message.slice(0, 200));
    if (/unknown variant|method not found/i.test(error.message)) return tooOld(codex, undefined);
    return brokenProtocol(codex, error.message.slice(0, 300), error);
  }
  return brokenProtocol(codex, "an answer of another form", error);
}

function inputOf({ text, images }: CliMessage): object[] {
  return [
    { type: "text", text, text_elements: [] },
    ...images.map(({ mimeType, bytes }) => ({ type: "image", url: `data:${mimeType};base64,${encodeBase64(bytes)}` })),
  ];
}
