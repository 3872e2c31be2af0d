import { findItems } from "../../../src/panel/find.ts";
import { type PanelState, pageSize, type ViewItem } from "../../../src/protocol/index.ts";
import type { PanelPage } from "./panelPage.ts";
import { itemOf, panelStateOf } from "./states.ts";

/** Questions and answers of changing lengths, each with its place in its text. */
export function conversationOf(count: number): ViewItem[] {
  return Array.from({ length: count }, (_item, index) =>
    index % 2 === 0
      ? itemOf(`i${index}`, "user", `Question ${index}`)
      : itemOf(`i${index}`, "assistant", `Answer ${index}.\n\n${"Some words of it. ".repeat((index * 7) % 40)}`),
  );
}

/** The state that the host sends whole: of the items the newest page. */
export function newestOf(items: readonly ViewItem[], changed: Partial<PanelState> = {}): PanelState {
  const itemsBefore = Math.floor(Math.max(0, items.length - pageSize) / pageSize) * pageSize;
  return panelStateOf({ items: items.slice(itemsBefore), itemsBefore, ...changed });
}

/** Has the host answer for all items: pages that the panel asks for, and what it looks for. */
export function serve(panel: PanelPage, items: readonly ViewItem[]): void {
  panel.answers.readItems = ({ pages }) => {
    const changes = pages.map((page) => {
      const first = page * pageSize;
      return { op: "page", page, items: items.slice(first, first + pageSize) } as const;
    });
    panel.send(...changes);
    return {};
  };
  panel.answers.findItems = (wanted) => ({
    count: items.length,
    matches: findItems(
      items.map(({ id, type, text, summary, detail }) => ({
        id,
        type,
        text,
        ...(summary === undefined ? {} : { summary }),
        ...(detail === undefined ? {} : { detail }),
      })) as Parameters<typeof findItems>[0],
      wanted,
    ),
  });
}
