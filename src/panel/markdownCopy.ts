import type { Item } from "../archive/types.ts";
import type { CardStates } from "../conversation/cards.ts";
import type { Card } from "../protocol/index.ts";
import { cardOf } from "./cards.ts";
import { escapedInline, escapedText, nestedMarkdown } from "./markdownText.ts";

/** The words that a copied conversation says by itself, in the person's language. */
export interface CopyWords {
  readonly you: string;
  readonly agent: string;
  readonly image: string;
  readonly sources: string;
  readonly failure: string;
  readonly notice: string;
  readonly issue: string;
  readonly webSearch: string;
  readonly approval: string;
  readonly noAnswer: string;
  readonly chosen: string;
  readonly skill: string;
  readonly lintRule: string;
}

/**
 * A conversation as Markdown: who spoke as headings, tools in a line each, sources as links. What others wrote can't pose as
 * a heading of ours (CLI-6 has the same aim for plain text). Thinking isn't part of it.
 */
export function conversationMarkdown(items: readonly Item[], cards: CardStates, words: CopyWords): string {
  const parts: string[] = [];
  let speaker: "you" | "agent" | undefined;
  let wasLine = false;
  for (const item of items) {
    const body = partOf(item, cards, words);
    if (body === "") continue;
    const speaks = item.type === "user" ? "you" : "agent";
    const isLine = item.type === "tool";
    if (speaks !== speaker) parts.push(`## ${words[speaks]}`);
    if (isLine && wasLine && speaks === speaker) parts.push(`${parts.pop() ?? ""}\n${body}`);
    else parts.push(body);
    speaker = speaks;
    wasLine = isLine;
  }
  return parts.length === 0 ? "" : `${parts.join("\n\n")}\n`;
}

/** One item as Markdown. The agent's own text is Markdown already and stays as it is. */
export function itemMarkdown(item: Item, cards: CardStates, words: CopyWords): string {
  if (item.type === "assistant") return joined((item.text ?? "").trim(), sources(item, words));
  if (item.type === "user") return joined((item.text ?? "").trim(), images(item, words));
  if (item.type === "thinking") return (item.text ?? "").trim();
  return partOf(item, cards, words);
}

function partOf(item: Item, cards: CardStates, words: CopyWords): string {
  const text = item.text ?? "";
  switch (item.type) {
    case "user":
      return joined(escapedText(text), images(item, words));
    case "assistant":
      return joined(nestedMarkdown(text), sources(item, words));
    case "thinking":
      return "";
    case "tool":
      return joined(toolLine(item), sources(item, words));
    case "webSearch":
      return joined(line(words.webSearch, escapedInline(text), item.statusText), links(item));
    case "notice":
      return quoted(words.notice, text);
    case "failure":
      return quoted(words.failure, text);
    case "reportedIssue":
      return quoted(`${words.issue}: ${escapedInline(item.name ?? "")}`, joined(item.summary ?? "", text));
    default:
      return cardMarkdown(item, cards, words);
  }
}

function cardMarkdown(item: Item, cards: CardStates, words: CopyWords): string {
  const card = cardOf(item, cards, false);
  const text = escapedText(item.text ?? "");
  switch (card?.kind) {
    case "approval":
      return line(words.approval, code(card.tool), card.standing === "expired" ? words.noAnswer : card.standing);
    case "questions":
      return joined(text, card.questions.map((question) => answered(question, card.answers, words)).join("\n"));
    case "directions":
      return joined(text, card.directions.map((each) => direction(each, card.chosen, words)).join("\n"));
    case "skill":
      return line(words.skill, code(item.name ?? ""), item.summary);
    case "lintRule":
      return line(words.lintRule, code(item.name ?? ""), item.summary);
    case undefined:
      return joined(item.name === undefined ? "" : `- ${code(item.name)}`, text);
  }
}

type Questions = Extract<Card, { kind: "questions" }>;

function answered(
  { id, text }: Questions["questions"][number],
  answers: Questions["answers"],
  words: CopyWords,
): string {
  const given = Object.hasOwn(answers, id) ? (answers[id] ?? []) : [];
  const said = given.length === 0 ? words.noAnswer : given.map(escapedInline).join(", ");
  return `- ${escapedInline(text)} **${said}**`;
}

function direction(
  { title, description }: { readonly title: string; readonly description: string },
  chosen: string | undefined,
  words: CopyWords,
): string {
  const mark = title === chosen ? ` (${words.chosen})` : "";
  return `- **${escapedInline(title)}**${mark}: ${escapedInline(description)}`;
}

function toolLine({ name = "", summary = "", statusText = "" }: Item): string {
  const what = [summary, statusText].filter((each) => each.trim() !== "").map(escapedInline);
  return `- ${code(name)}${what.length === 0 ? "" : `: ${what.join(" · ")}`}`;
}

function line(label: string, what: string, standing: string | undefined): string {
  return `- ${label}: ${what}${standing ? ` (${escapedInline(standing)})` : ""}`;
}

function quoted(label: string, text: string): string {
  return [`**${label}**`, "", ...escapedText(text).split("\n")].map((each) => `> ${each}`.trimEnd()).join("\n");
}

/** A name in the code font; a backtick in it would end that. */
function code(name: string): string {
  const plain = name.trim().replace(/\s+/g, " ");
  return plain.includes("`") || plain === "" ? escapedInline(plain) : `\`${plain}\``;
}

function images({ images: hashes }: Item, { image }: CopyWords): string {
  if (!Array.isArray(hashes)) return "";
  return hashes
    .filter((each) => typeof each === "string")
    .map((hash) => `- ${image} ${code(hash.slice(0, 12))}`)
    .join("\n");
}

function sources(item: Item, words: CopyWords): string {
  const list = links(item);
  return list === "" ? "" : `${words.sources}:\n\n${list}`;
}

function links({ citations = [] }: Item): string {
  return citations.flatMap(linkOf).join("\n");
}

/** Only a web address becomes a link; any other is text. */
function linkOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { title, url } = value as { title?: unknown; url?: unknown };
  if (typeof url !== "string") return [];
  const name = escapedInline(typeof title === "string" && title !== "" ? title : url);
  const address = URL.parse(url);
  const isWeb = address?.protocol === "https:" || address?.protocol === "http:";
  return [isWeb ? `- [${name}](<${address.href.replace(/[<>]/g, encodeURIComponent)}>)` : `- ${name}`];
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}
