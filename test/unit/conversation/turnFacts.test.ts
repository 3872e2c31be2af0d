import { describe, expect, it } from "vitest";
import { emptyConversation } from "../../../src/archive/defaults.ts";
import { storedForm } from "../../../src/archive/storedForm.ts";
import { Conversation } from "../../../src/conversation/conversation.ts";
import { openingBlocks } from "../../../src/conversation/turnFacts.ts";
import { message } from "../../support/messages.ts";

const cap = 20_971_520;
const older = { sha256: "a".repeat(64), mimeType: "image/jpeg" };
const newer = { sha256: "b".repeat(64), mimeType: "image/png" };

describe("the blocks that open a turn", () => {
  it("IMG-2: a queued or handed-back message tells of the images that a save had no room for", () => {
    for (const list of ["queued", "unsent"] as const) {
      const images = new Map([
        [older.sha256, new Uint8Array(1)],
        [newer.sha256, new Uint8Array(cap)],
      ]);
      const waiting = message("Look", { images: [older, newer] });
      const conversation = new Conversation(storedForm({ ...emptyConversation, [list]: [waiting] }, images));
      const restored = conversation.findWaiting(waiting.id);
      if (restored === undefined) throw new Error("The message is gone.");
      conversation.openTurn(restored);
      expect(conversation.history[0]?.content.slice(1)).toEqual([
        { type: "imageOmitted", mimeType: "image/jpeg" },
        { type: "image", ...newer },
      ]);
    }
  });

  it("TRN-6: what was omitted is still told when the message was handed back once more", () => {
    const waiting = { ...message("Look"), imagesOmitted: [{ mimeType: "image/png" }] };
    const conversation = new Conversation({ ...emptyConversation, unsent: [waiting] });
    for (const _ of [1, 2]) {
      const restored = conversation.findWaiting(waiting.id);
      if (restored === undefined) throw new Error("The message is gone.");
      conversation.openTurn(restored);
      expect(conversation.history[0]?.content[1]).toEqual({ type: "imageOmitted", mimeType: "image/png" });
      conversation.endTurn({ kind: "stopped" });
    }
  });

  it("TRN-1: omitted images stand after the sections, with the other images", () => {
    const section = { type: "text", text: "# Context\nThe title is selected." } as const;
    const waiting = { ...message("Look"), imagesOmitted: [{ mimeType: "image/png" }] };
    expect(openingBlocks(waiting, [section]).map((block) => block.type)).toEqual(["text", "text", "imageOmitted"]);
  });

  it.each([[{ mimeType: "image/png" }], [[7, null, {}, { mimeType: 7 }]], ["image/png"], [null]])(
    "FMT-5: what else a file has in their place, %j, is passed over",
    (imagesOmitted) => {
      const odd = { ...message("Look"), imagesOmitted };
      expect(openingBlocks(odd)).toHaveLength(1);
    },
  );
});
