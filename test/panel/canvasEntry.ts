/** The design's half of the panel alone, in the page that the canvas is tested in: the test says what it shows. */
import { html, render } from "lit";
import type { OutlineNode } from "../../src/protocol/index.ts";
import { designPane } from "../../webview/design/designPane.ts";
import type { CanvasDrawing } from "../../webview/design/drawnPage.ts";
import type { PageName } from "../../webview/design/pageTabs.ts";
import type { Host } from "../../webview/host.ts";
import { SavedState } from "../../webview/savedState.ts";

/** What a test shows; what it leaves out stays as it was. */
export interface CanvasState {
  readonly drawing?: CanvasDrawing;
  readonly outline?: readonly OutlineNode[];
  readonly more?: number;
  readonly pages?: readonly PageName[];
  readonly selection?: readonly string[];
  readonly outlineFolded?: boolean;
}

/** The fake host's; see fakeHost.ts. */
const api: {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
} = Reflect.get(window, "acquireVsCodeApi")();
const tell = (name: string, input: unknown) => api.postMessage({ name, input });
const host: Host = {
  ask: () => Promise.reject(new Error("Nobody is asked here.")),
  tell,
  saved: new SavedState(api),
  onLeave: () => undefined,
  newestState: () => undefined,
};
let state: CanvasState = {};

function draw(): void {
  const { outline = [], more = 0, outlineFolded = host.saved.value.outlineFolded } = state;
  const pane = designPane(
    // The pane reads only these fields of the design's state.
    { kind: "readable", name: "Night Market", outline: [...outline], more } as Parameters<typeof designPane>[0],
    host,
    {
      outlineFolded,
      onFold: () => show({ outlineFolded: !outlineFolded }),
      onNamed: () => undefined,
      drawing: state.drawing,
      pages: state.pages ?? [],
      selection: state.selection ?? [],
      onSelect: (selection) => {
        tell("select", selection);
        show({ selection });
      },
      onShowPage: (page) => tell("showPage", page),
    },
  );
  const root = document.querySelector("silverpoint-panel");
  if (root instanceof HTMLElement) {
    render(
      html`<main class="halves" .style=${`--split:${new URL(location.href).searchParams.get("split") ?? "100"}%`}>
        <section id="design-pane" aria-label="Design">${pane}</section>
        <section class="other-half" aria-label="Other"></section>
      </main>`,
      root,
    );
  }
}

function show(changed: CanvasState): void {
  state = { ...state, ...changed };
  host.saved.update({ outlineFolded: state.outlineFolded ?? host.saved.value.outlineFolded });
  draw();
}

draw();
Object.assign(window, { show });
