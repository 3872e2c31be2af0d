/** What the conversation says of nodes of the drawing, on its way up to the page. */
import type { Host } from "./host.ts";

type Meaning = "point-at-nodes" | "select-nodes";

export class NodesEvent extends Event {
  readonly ids: readonly string[];

  constructor(meaning: Meaning, ids: readonly string[]) {
    super(meaning, { bubbles: true, composed: true });
    this.ids = ids;
  }
}

/** The drawing shows where these nodes are, until others are pointed at; none takes the marks away. */
export function pointAt(source: EventTarget | null, ids: readonly string[]): void {
  source?.dispatchEvent(new NodesEvent("point-at-nodes", ids));
}

/** The drawing selects these nodes. */
export function selectNodes(source: EventTarget | null, ids: readonly string[]): void {
  source?.dispatchEvent(new NodesEvent("select-nodes", ids));
}

/** What a node is called now, as far as the outline goes; undefined for one that isn't in it. */
export function nodeName(host: Host, id: string): string | undefined {
  const design = host.newestState()?.design;
  return design?.kind === "readable" ? design.outline.find((node) => node.id === id)?.name : undefined;
}
