import * as z from "zod";

/**
 * The messages of `codex app-server` that we act on, as far as we read them: JSON-RPC without its version field, one a line.
 * Everything in them that isn't needed may be missing, and what isn't known is passed over.
 */
const id = z.union([z.string(), z.number()]);
export type RpcId = z.infer<typeof id>;

const envelope = z.object({
  id: id.optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number().optional(), message: z.string().optional() }).optional(),
});
export type Rpc = z.infer<typeof envelope>;

export function readRpc(value: unknown): Rpc | undefined {
  const read = envelope.safeParse(value);
  return read.success ? read.data : undefined;
}

const item = z.object({
  type: z.string(),
  id: z.string(),
  text: z.string().optional(),
  server: z.string().optional(),
  tool: z.string().optional(),
  arguments: z.unknown().optional(),
  query: z.string().optional(),
});
export type CodexItem = z.infer<typeof item>;

const turnError = z.object({
  message: z.string().optional(),
  codexErrorInfo: z.unknown().optional(),
  additionalDetails: z.string().nullish(),
});
export type CodexError = z.infer<typeof turnError>;

const counts = z.object({
  inputTokens: z.number(),
  cachedInputTokens: z.number().default(0),
  cacheWriteInputTokens: z.number().default(0),
  outputTokens: z.number(),
});
export type CodexCounts = z.infer<typeof counts>;

const delta = z.object({ itemId: z.string().optional(), delta: z.string() });

/** The parameters of each notification that we act on. */
const notifications = {
  "item/started": z.object({ item }),
  "item/completed": z.object({ item }),
  "item/agentMessage/delta": delta,
  "item/reasoning/summaryTextDelta": delta,
  "item/reasoning/textDelta": delta,
  "item/reasoning/summaryPartAdded": z.object({ summaryIndex: z.number().optional() }),
  "thread/tokenUsage/updated": z.object({ tokenUsage: z.object({ total: counts }) }),
  error: z.object({ error: turnError, willRetry: z.boolean().optional() }),
  "turn/started": z.object({ turn: z.object({ id: z.string() }) }),
  "turn/completed": z.object({ turn: z.object({ status: z.string(), error: turnError.nullish() }) }),
  "account/rateLimits/updated": z.object({ rateLimits: z.object({ rateLimitReachedType: z.string().nullish() }) }),
  "serverRequest/resolved": z.object({ requestId: id }),
} as const;

export type NotificationName = keyof typeof notifications;
export type Notification = {
  [Name in NotificationName]: { readonly method: Name; readonly params: z.infer<(typeof notifications)[Name]> };
}[NotificationName];

/** A notification that we act on; undefined for any other. */
export function readNotification({ method, params }: Rpc): Notification | undefined {
  if (method === undefined || !Object.hasOwn(notifications, method)) return undefined;
  const name = method as NotificationName;
  const read = notifications[name].safeParse(params);
  return read.success ? ({ method: name, params: read.data } as Notification) : undefined;
}

export const initialized = z.object({ userAgent: z.string().optional() });
export const startedThread = z.object({ thread: z.object({ id: z.string() }), model: z.string().optional() });
export const startedTurn = z.object({ turn: z.object({ id: z.string() }) });
export const configured = z.object({
  config: z.object({ mcp_servers: z.record(z.string(), z.unknown()).nullish() }),
});
export const readAccount = z.object({
  account: z.object({ type: z.string().optional() }).nullish(),
  requiresOpenaiAuth: z.boolean().optional(),
});
export const asked = z.object({
  serverName: z.string().optional(),
  message: z.string().optional(),
  command: z.unknown().optional(),
});
