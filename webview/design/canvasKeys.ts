import type { Stage } from "./stage.ts";

const step = 64;
const largeStep = 320;

/** Does what a key says on the desk; false for a key that means nothing there. */
export function runCanvasKey(event: KeyboardEvent, stage: Stage): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const far = event.shiftKey ? largeStep : step;
  switch (event.key) {
    case "+":
    case "=":
      stage.step("in");
      return true;
    case "-":
    case "_":
      stage.step("out");
      return true;
    case "0":
      stage.zoomTo(1);
      return true;
    case "1":
      stage.fit();
      return true;
    case "ArrowLeft":
      stage.move(far, 0);
      return true;
    case "ArrowRight":
      stage.move(-far, 0);
      return true;
    case "ArrowUp":
      stage.move(0, far);
      return true;
    case "ArrowDown":
      stage.move(0, -far);
      return true;
    default:
      return false;
  }
}
