import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { readArchive, writeArchive } from "../../../src/archive/index.ts";
import { Conversation } from "../../../src/conversation/conversation.ts";
import { anthropicBody } from "../../../src/providers/anthropic/messages.ts";
import { anyConversation, bytesByHash, makePicture, type Picture } from "../../support/conversations.ts";
import { message } from "../../support/messages.ts";

describe("a conversation that was saved and read again", () => {
  let pictures: Picture[];
  beforeAll(async () => {
    pictures = await Promise.all(["one", "two"].map(makePicture));
  });

  function nextBody(conversation: Conversation, images: ReadonlyMap<string, Uint8Array>): string {
    conversation.openTurn(message("Next", { id: "next" }));
    const { history } = conversation;
    const request = { model: "claude-opus-5-5", systemPrompt: "system", tools: [], webSearch: true, history };
    const body = anthropicBody(
      { ...request, image: (sha256) => images.get(sha256) },
      { maxTokens: 1000, cacheTtl: "5m" },
    );
    return JSON.stringify(body);
  }

  it("BYT-2: sends the same next body as the one that stayed open, whatever is in it", async () => {
    await fc.assert(
      fc.asyncProperty(anyConversation(pictures), async (saved) => {
        const images = bytesByHash(pictures);
        const read = await readArchive(await writeArchive(saved, images));
        if (read.kind === "unreadable") throw new Error(read.reason);
        const reopened = read.kind === "conversation" ? read : { conversation: undefined, images };
        expect(nextBody(new Conversation(reopened.conversation), reopened.images)).toBe(
          nextBody(new Conversation(saved), images),
        );
      }),
    );
  });
});
