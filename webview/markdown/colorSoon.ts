import { highlightedNodes } from "./highlight.ts";

/** So many milliseconds of a frame may go into colours; the blocks that are left wait for the next one. */
const frameShare = 30;

interface Waiting {
  readonly code: Element;
  readonly language: string;
}

const waiting: Waiting[] = [];
let spent = 0;
let isScheduled = false;

/** Colours a block of code now, where this frame has time for it, and else in one of the next. */
export function colorSoon(code: Element, language: string): void {
  if (spent < frameShare && waiting.length === 0) color({ code, language });
  else waiting.push({ code, language });
  schedule();
}

/** Behind the next frame, so that what was coloured has been drawn. */
function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(() => setTimeout(colorWaiting));
}

function colorWaiting(): void {
  isScheduled = false;
  spent = 0;
  while (spent < frameShare) {
    const next = waiting.shift();
    if (next === undefined) return;
    // What is gone from the page by now is coloured when it is made again.
    if (next.code.isConnected) color(next);
  }
  if (waiting.length > 0) schedule();
}

function color({ code, language }: Waiting): void {
  const began = performance.now();
  const nodes = highlightedNodes(code.textContent ?? "", language);
  if (nodes !== undefined) code.replaceChildren(nodes);
  spent += performance.now() - began;
}
