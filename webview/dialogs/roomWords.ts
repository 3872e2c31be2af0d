import * as l10n from "@vscode/l10n";
import { isNearlyFull, type RoomQuestion } from "../../src/protocol/index.ts";
import { formatCost, formatCount, formatImages, joinWords } from "../format.ts";

/** One line of what there is to know before saying yes. */
interface Fact {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}

export interface RoomWords {
  readonly title: string;
  readonly lead: string;
  readonly facts: readonly Fact[];
  readonly warning: string | undefined;
  readonly undo: string;
  readonly confirm: string;
}

/** What the dialog says of what would be done (CMP-2, CMP-8). */
export function roomWords(question: RoomQuestion): RoomWords {
  const common = {
    warning: warningOf(question),
    undo: l10n.t("You can undo it until the next message is sent or the document is closed."),
  };
  return question.kind === "compact"
    ? {
        ...common,
        title: l10n.t("Compact Conversation"),
        lead: l10n.t(
          "The model writes a summary, which takes the place of the older turns in its memory. In the panel every message stays.",
        ),
        facts: compactFacts(question),
        confirm: l10n.t("Compact"),
      }
    : {
        ...common,
        title: l10n.t("Reclaim Old Tool Results"),
        lead: l10n.t(
          "A short note takes the place of each old tool result in the model's memory, and the agent can fetch the result again. No model is called, and in the panel everything stays.",
        ),
        facts: reclaimFacts(question),
        confirm: l10n.t("Reclaim"),
      };
}

type Compact = Extract<RoomQuestion, { kind: "compact" }>;
type Reclaim = Extract<RoomQuestion, { kind: "reclaim" }>;

function compactFacts(question: Compact): readonly Fact[] {
  return [
    {
      name: l10n.t("Sent now"),
      value: question.isReported ? tokensText(question.tokens) : aboutTokens(question.tokens),
      ...(question.isReported ? {} : { note: l10n.t("estimated: no request has told yet") }),
    },
    ...priceOf(question),
    { name: l10n.t("Summarized"), value: goingText(question) },
    { name: l10n.t("Stays"), value: l10n.t("the summary and the last {0} turns", question.keptTurns) },
    nextMessage(question),
  ];
}

function reclaimFacts(question: Reclaim): readonly Fact[] {
  const { results, freedTokens } = question;
  return [
    { name: l10n.t("Frees"), value: aboutTokens(freedTokens) },
    {
      name: l10n.t("Put aside"),
      value: results === 1 ? l10n.t("1 tool result") : l10n.t("{0} tool results", formatCount(results)),
    },
    ...priceOfReading(question),
  ];
}

/** No model is called, and yet it costs: the next message is read without the cache. */
function priceOfReading(question: Reclaim): readonly Fact[] {
  const { tokensAfter, nextMessageCost: cost } = question;
  if (cost.kind === "notBilled") return [nextMessage(question)];
  const note = l10n.t("once, with the next message, which reads {0} anew", aboutTokens(tokensAfter));
  return [{ name: l10n.t("Costs"), value: formatCost(cost), note }];
}

/** A provider that doesn't bill by the token has tokens only (CMP-2). */
function priceOf({ cost, cachedCost }: Compact): readonly Fact[] {
  if (cost.kind === "notBilled") return [];
  const name = l10n.t("Costs");
  const [most, least] = [formatCost(cost), formatCost(cachedCost)];
  if (cost.dollars === undefined || most === least) return [{ name, value: most }];
  return [
    {
      name,
      value: most,
      note: l10n.t("{0} if the model's cache has all of it", least),
    },
  ];
}

function goingText({ summarizedTurns, foldsSummary, goingImages }: Compact): string {
  const turns =
    summarizedTurns === 1 ? l10n.t("1 older turn") : l10n.t("{0} older turns", formatCount(summarizedTurns));
  return joinWords([
    turns,
    ...(foldsSummary ? [l10n.t("the earlier summary")] : []),
    ...(goingImages > 0 ? [formatImages(goingImages)] : []),
  ]);
}

/** The prompt cache has nothing of what the history becomes: reading it is paid once. */
function nextMessage({ tokensAfter, nextMessageCost }: RoomQuestion): Fact {
  const note = nextMessageCost.kind === "notBilled" ? undefined : formatCost(nextMessageCost);
  return {
    name: l10n.t("Next message"),
    value: l10n.t("reads {0} anew", aboutTokens(tokensAfter)),
    ...(note === undefined ? {} : { note: l10n.t("once, {0}", note) }),
  };
}

function warningOf(question: RoomQuestion): string | undefined {
  const { tokensAfter, limit } = question;
  if (question.kind === "reclaim") {
    return question.isEnough
      ? undefined
      : l10n.t("This alone doesn't make room for long. Compacting the conversation makes more.");
  }
  if (limit === undefined || !isNearlyFull({ used: tokensAfter, limit })) return undefined;
  return l10n.t("Even then the model's context stays nearly full. A new conversation would begin with an empty one.");
}

function tokensText(count: number): string {
  return l10n.t("{0} tokens", formatCount(count));
}

function aboutTokens(count: number): string {
  return l10n.t("about {0} tokens", formatCount(count));
}
