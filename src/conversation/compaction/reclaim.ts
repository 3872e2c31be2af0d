import { resultText } from "../../archive/blocks.ts";
import { zeroUsage } from "../../archive/defaults.ts";
import { capReclaimed, reclaimedResult, reclaimedResults, withReclaimedResults } from "../../archive/reclaimed.ts";
import type { ArchivedConversation, Block, Item, Message, ToolResultBlock } from "../../archive/types.ts";
import { withCommas } from "./compacted.ts";
import { rewritten } from "./rewrites.ts";
import { inputTokens, type PromptSize, tokensPerCharacter } from "./sizes.ts";

/** How many results, the newest, are never put aside (CMP-8). */
const keptResults = 12;

/** What reclaiming would do, shown before it is done (CMP-8). */
export interface ReclaimFigures {
  /** How many results would be put aside. */
  readonly results: number;
  /** About how many tokens that frees, and what the next request reads before and after it. */
  readonly freedTokens: number;
  readonly tokens: number;
  readonly tokensAfter: number;
}

/** What stands in the place of a result that was put aside (CMP-8). */
export function compactedText(callID: string): string {
  return `[Compacted, ID: ${callID}. If this content is still needed, call extract_compacted_tool_result with this ID or re-run the tool.]`;
}

/** What reclaiming old results would free; undefined where there is nothing to free (CMP-8). */
export function reclaimFigures(
  conversation: Pick<ArchivedConversation, "history" | "lastRoundUsage">,
  prompt: PromptSize,
): ReclaimFigures | undefined {
  const { history } = conversation;
  const { results, characters } = freeable.get(history) ?? measure(history);
  if (results === 0) return undefined;
  const { tokens } = inputTokens(conversation);
  const freedTokens = Math.min(tokens, Math.floor(characters * tokensPerCharacter(conversation, prompt)));
  return { results, freedTokens, tokens, tokensAfter: tokens - freedTokens };
}

interface Freeable {
  readonly results: number;
  readonly characters: number;
}

/** A history never changes, and is asked about at each change that a panel shows: each is measured once. */
const freeable = new WeakMap<readonly Message[], Freeable>();

function measure(history: readonly Message[]): Freeable {
  const going = [...oldResults(history)];
  const freed = going.map((block) => resultText(block).length - compactedText(block.callID).length);
  const measured = { results: going.length, characters: freed.reduce((sum, each) => sum + each, 0) };
  freeable.set(history, measured);
  return measured;
}

/**
 * The conversation with every tool result but the newest 12 replaced, where that is shorter, and what they were put aside;
 * a notice tells of it (CMP-8). Messages without such a result stay the same objects. The same value where there is none.
 */
export function withResultsReclaimed(
  saved: ArchivedConversation,
  prompt: PromptSize,
  noticeId: string,
): ArchivedConversation {
  const figures = reclaimFigures(saved, prompt);
  if (figures === undefined) return saved;
  const going = oldResults(saved.history);
  const history = saved.history.map((message) => withReplaced(message, going));
  const aside = capReclaimed([...reclaimedResults(saved), ...[...going].map(reclaimedResult)]);
  const { results, freedTokens, tokens, tokensAfter } = figures;
  const many = results === 1 ? "An old tool result was" : `${results} old tool results were`;
  const notice: Item = {
    id: noticeId,
    type: "notice",
    code: "reclaimed",
    text: `${many} put aside, which frees about ${withCommas(freedTokens)} tokens. The agent can fetch them again.`,
    tokensBefore: tokens,
    tokensAfter,
  };
  return rewritten(saved, withReclaimedResults({ ...saved, history, lastRoundUsage: zeroUsage }, aside), notice);
}

/** The results that would be replaced, oldest first. */
function oldResults(history: readonly Message[]): ReadonlySet<ToolResultBlock> {
  const all = history.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === "toolResult" ? [block] : [])),
  );
  const old = all.slice(0, Math.max(0, all.length - keptResults));
  // One without an id could not be asked for again.
  return new Set(
    old.filter((block) => block.callID !== "" && compactedText(block.callID).length < resultText(block).length),
  );
}

function withReplaced(message: Message, going: ReadonlySet<Block>): Message {
  if (!message.content.some((block) => going.has(block))) return message;
  const content = message.content.map((block): Block => {
    if (block.type !== "toolResult" || !going.has(block)) return block;
    const { contentBase64: _, ...others } = block;
    return { ...others, content: compactedText(block.callID) };
  });
  return { ...message, content };
}
