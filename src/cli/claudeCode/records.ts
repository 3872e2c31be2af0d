import * as z from "zod";

/**
 * The records of Claude Code's stream-json protocol that we act on, as far as we read them. Everything in them that isn't needed
 * may be missing, and what isn't known is passed over: the program is updated several times a week.
 */
const figures = z.object({
  input_tokens: z.number().nullish(),
  output_tokens: z.number().nullish(),
  cache_read_input_tokens: z.number().nullish(),
  cache_creation_input_tokens: z.number().nullish(),
});
export type WireFigures = z.infer<typeof figures>;

const block = z.object({
  type: z.string(),
  text: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  input: z.unknown().optional(),
});

const streamed = z.object({
  type: z.string(),
  index: z.number().optional(),
  message: z.object({ id: z.string().optional(), usage: figures.optional() }).optional(),
  content_block: block.optional(),
  delta: z
    .object({
      type: z.string().optional(),
      text: z.string().optional(),
      thinking: z.string().optional(),
      partial_json: z.string().optional(),
      stop_reason: z.string().nullish(),
    })
    .optional(),
  usage: figures.optional(),
});
export type StreamedEvent = z.infer<typeof streamed>;

const parent = { parent_tool_use_id: z.string().nullish() };

const init = z.object({
  type: z.literal("system"),
  subtype: z.literal("init"),
  apiKeySource: z.string().optional(),
  mcp_servers: z.array(z.object({ name: z.string(), status: z.string() })).optional(),
});
const retry = z.object({
  type: z.literal("system"),
  subtype: z.literal("api_retry"),
  attempt: z.number(),
  max_retries: z.number(),
  retry_delay_ms: z.number().optional(),
  error_status: z.number().nullish(),
  error: z.string().nullish(),
});
const stream = z.object({ type: z.literal("stream_event"), event: streamed, ...parent });
const assistant = z.object({
  type: z.literal("assistant"),
  message: z.object({ id: z.string().optional(), content: z.array(block), usage: figures.optional() }),
  error: z.string().nullish(),
  ...parent,
});
const result = z.object({
  type: z.literal("result"),
  subtype: z.string(),
  is_error: z.boolean().optional(),
  result: z.string().optional(),
  errors: z.array(z.string()).optional(),
  api_error_status: z.number().nullish(),
  stop_reason: z.string().nullish(),
  total_cost_usd: z.number().optional(),
});
const controlRequest = z.object({
  type: z.literal("control_request"),
  request_id: z.string(),
  request: z.object({
    subtype: z.string(),
    tool_name: z.string().optional(),
    input: z.unknown().optional(),
  }),
});
export type ControlRequest = z.infer<typeof controlRequest>;
const controlCancel = z.object({ type: z.literal("control_cancel_request"), request_id: z.string() });
const rateLimit = z.object({
  type: z.literal("rate_limit_event"),
  rate_limit_info: z.object({ status: z.string().optional(), resetsAt: z.number().optional() }).optional(),
});

const known = z.union([init, retry, stream, assistant, result, controlRequest, controlCancel, rateLimit]);

export type ClaudeRecord = z.infer<typeof known>;

/** A record that we act on; undefined for any other. */
export function readClaudeRecord(value: unknown): ClaudeRecord | undefined {
  const read = known.safeParse(value);
  return read.success ? read.data : undefined;
}

/** What a record that we don't act on is called, for the log: no more of it than its kind. */
export function kindOf(value: unknown): string {
  const { type, subtype } = named.catch({}).parse(value);
  return [type, subtype].filter((part) => part !== undefined).join("/") || "unnamed";
}

const named = z.object({ type: z.string().max(60).optional(), subtype: z.string().max(60).optional() });
