import type { Item } from "../archive/types.ts";
import { isBesideTurns } from "../conversation/compaction/rewrites.ts";
import { rewrite, spent, touched, type ViewItem } from "../protocol/index.ts";

type Form = Pick<ViewItem, "time" | "nodes" | "touched" | "spent" | "images" | "rewrite">;

/**
 * What an item holds besides its texts, where it has the form that we write; `read` are the keys that it was read from. What a
 * file holds in another form stays among the other fields (FMT-5).
 */
export function itemForm(item: Item): { readonly form: Form; readonly read: ReadonlySet<string> } {
  const form: Form = {};
  const read = new Set<string>();
  if (typeof item.time === "string") {
    form.time = item.time;
    read.add("time");
  }
  if (isTextList(item.nodes)) {
    form.nodes = [...item.nodes];
    read.add("nodes");
  }
  if (isTextList(item.images) && item.images.length > 0) form.images = [...item.images];
  const deed = touched.safeParse(item.touched);
  if (deed.success) {
    form.touched = deed.data;
    read.add("touched");
  }
  const used = spentOf(item);
  if (used !== undefined) {
    form.spent = used;
    read.add("usage");
    read.add("cost");
  }
  const told = item.type === "notice" ? rewriteOf(item) : undefined;
  if (told !== undefined) {
    form.rewrite = told;
    read.add("tokensBefore");
    read.add("tokensAfter");
  }
  // Says only that a failure isn't the turn's before it, which the panel shows by what it offers there.
  if (isBesideTurns(item)) read.add("about");
  return { form, read };
}

function rewriteOf({ code, tokensBefore, tokensAfter }: Item): Form["rewrite"] {
  const checked = rewrite.safeParse({ kind: code, before: tokensBefore, after: tokensAfter });
  return checked.success ? checked.data : undefined;
}

/** A turn that used nothing that is known of has a cost alone. */
function spentOf({ usage, cost }: Item): Form["spent"] {
  if (usage === undefined && cost === undefined) return undefined;
  const tokens = usage ?? { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  if (typeof tokens !== "object" || tokens === null) return undefined;
  const checked = spent.safeParse({ ...tokens, cost: cost ?? { kind: "unknown" } });
  return checked.success ? checked.data : undefined;
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
