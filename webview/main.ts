import "./words.ts";
import "./styles/index.css";
import { PanelEnd, type PanelState } from "../src/protocol/index.ts";
import { canvasMeasure } from "./design/canvasMeasure.ts";
import { drawToPng } from "./drawToPng.ts";
import { Heartbeat } from "./heartbeat.ts";
import { type Host, reasonOf } from "./host.ts";
import { SilverpointPanel } from "./panel.ts";
import { SavedState } from "./savedState.ts";
import { scaleImage } from "./scaleImage.ts";

const api = acquireVsCodeApi();
const measure = canvasMeasure();
const panel = findPanel();

function findPanel(): SilverpointPanel {
  const element = document.querySelector("silverpoint-panel");
  if (!(element instanceof SilverpointPanel)) throw new Error("The page has no <silverpoint-panel>.");
  return element;
}

let latest: PanelState | undefined;
let isScheduled = false;

/** However many changes arrive, the newest state is shown once per animation frame. */
function showSoon(state: PanelState): void {
  latest = state;
  if (isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(() => {
    isScheduled = false;
    panel.state = latest;
  });
}

const end = new PanelEnd({
  post: (message) => api.postMessage(message),
  onState: showSoon,
  onFocusComposer: () => panel.focusComposer(),
  onFind: () => panel.find(),
  questions: {
    scaleImage: ({ image, edge }) => scaleImage(image, edge),
    draw: (question) => drawToPng(question, measure),
    confirmRoom: async (question) => ({ confirmed: await panel.confirmRoom(question) }),
  },
});

const leaving: (() => void)[] = [];
const host: Host = {
  ask: (name, input) => end.call(name, input),
  tell: (name, input) => {
    end.call(name, input).catch((error: unknown) => panel.showRefusal(reasonOf(error)));
  },
  saved: new SavedState(api),
  onLeave: (listener) => {
    leaving.push(listener);
  },
  newestState: () => latest,
};

panel.host = host;
window.addEventListener("message", (event) => end.receive(event.data));
const heartbeat = new Heartbeat(
  () => end.call("heartbeat", {}),
  (isLost) => {
    panel.isLost = isLost;
  },
);
window.addEventListener("pagehide", () => {
  for (const listener of leaving) listener();
  heartbeat.stop();
  end.close();
});
end.start();
heartbeat.start();
