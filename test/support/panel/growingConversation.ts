import type { ComposerDraft, PanelState, ViewItem } from "../../../src/protocol/index.ts";
import { approvalOf, directionsOf, lintRuleOf, questionsOf, skillOf } from "./cardStates.ts";
import type { PanelPage } from "./panelPage.ts";
import { itemOf, panelStateOf, waitingOf } from "./states.ts";

/** A turn in which everything that can come does come, as fast as it is asked to. */
export interface Unrest {
  /** Posts the next thing, without waiting until it is shown. */
  next(): void;
  /** One more card comes, and everything that was posted is shown. */
  settled(): Promise<void>;
  /** How many items there are. */
  readonly count: number;
}

/** Cards open and are settled, an answer streams, banners come and go, messages wait, and now and then the state comes whole. */
export function startUnrest(panel: PanelPage): Unrest {
  const items: ViewItem[] = [itemOf("u0", "user", "Make a poster")];
  let values: Partial<PanelState> = { turn: "running" };
  let kept: ComposerDraft | undefined;
  let step = 0;
  const asking: Promise<unknown>[] = [];
  panel.answers.keepDraft = (draft) => {
    kept = draft;
    return {};
  };

  const put = (item: ViewItem, index = items.length) => {
    items[index] = item;
    panel.send({ op: "item", index, item });
  };
  const append = (text: string) => {
    const index = items.findLastIndex(({ status }) => status === "running");
    const item = items[index];
    if (item === undefined) return put(itemOf(`a${step}`, "assistant", text, { status: "running" }));
    items[index] = { ...item, text: `${item.text}${text}` };
    panel.send({ op: "append", index, text });
  };
  const settle = () => {
    const index = items.findIndex(({ card }) => card?.kind === "approval" && card.standing === "open");
    const { id } = items[index] ?? {};
    if (id !== undefined) put(approvalOf(id, { standing: step % 2 === 0 ? "expired" : "denied" }), index);
  };
  const set = (changed: Partial<Omit<PanelState, "items">>) => {
    values = { ...values, ...changed };
    panel.send({ op: "set", values: changed, removed: [] });
  };
  /** What the host would answer with now; its kept draft is older than what is typed. */
  const state = () => {
    const composer = kept === undefined ? {} : { draft: kept };
    return panelStateOf({ ...values, items: [...items], composer });
  };
  /** As after a gap: the panel asks for the whole state. */
  const whole = () => {
    asking.push(panel.page.evaluate(() => window.postMessage({ kind: "unknown" }, "*")));
  };

  const things: (() => void)[] = [
    () => append("Some **words** of it. "),
    () => put(approvalOf(`c${step}`)),
    () => set({ banners: [{ id: "contextFull", tone: "warning", text: "The model's context is 86% full." }] }),
    () => append("\n\n```json\n{}\n```\n\n"),
    () => put(questionsOf(`q${step}`)),
    () => set({ unsent: [waitingOf(`w${step}`, "handed back")] }),
    settle,
    () => put(directionsOf(`d${step}`)),
    () => set({ queue: { held: step % 2 === 0, messages: [waitingOf(`m${step}`, "queued")] }, turn: "idle" }),
    () => put(itemOf(`a${step}`, "assistant", "A longer answer. ".repeat(40), { status: "running" })),
    () => put(skillOf(`s${step}`)),
    () => set({ banners: [], unsent: [], queue: { held: false, messages: [] }, turn: "running" }),
    whole,
    () => put(lintRuleOf(`l${step}`)),
    () => append("And more. "),
  ];

  for (const item of [...items]) put(item, 0);
  set(values);
  return {
    next: () => {
      things[step % things.length]?.();
      step++;
      panel.keep(state());
    },
    settled: async () => {
      await Promise.all(asking);
      put(approvalOf("last"));
      panel.keep(state());
      await panel.settled();
    },
    get count() {
      return items.length;
    },
  };
}
