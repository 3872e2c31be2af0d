import { describe, expect, it } from "vitest";
import { emptyConversation } from "../../../src/archive/defaults.ts";
import type { ArchivedConversation, Message } from "../../../src/archive/types.ts";
import { Conversation } from "../../../src/conversation/conversation.ts";
import { type PromptParts, promptBreak } from "../../../src/conversation/promptBreak.ts";

const parts: PromptParts = { provider: "anthropic", model: "claude-opus-5-5", webSearch: true };
const hashOf = (of: PromptParts, version = "1") => JSON.stringify([version, of.provider, of.model, of.webSearch]);
const omitted: Message = { role: "user", content: [{ type: "imageOmitted", mimeType: "image/png" }] };

/** A conversation of one turn that ran on `parts`. */
function talked(saved: ArchivedConversation = emptyConversation): Conversation {
  const conversation = new Conversation(saved);
  conversation.openTurn({ id: "m", text: "Hello", images: [], mode: "Just do it" });
  conversation.appendText("Good evening.");
  conversation.endTurn(
    { kind: "completed" },
    { provider: parts.provider, model: parts.model, promptHash: hashOf(parts) },
  );
  return conversation;
}

function breakOf(conversation: Conversation, next: PromptParts, version = "1") {
  const last = { ...conversation.ranOn, history: conversation.history };
  return promptBreak(last, next, (of) => hashOf(of, version));
}

describe("the prompt cache's prefix", () => {
  it("BYT-4: holds while nothing has changed, over a reopen too, and where nothing was sent", () => {
    const conversation = talked();
    expect(breakOf(conversation, parts)).toBeUndefined();
    expect(breakOf(new Conversation(conversation.snapshot()), parts)).toBeUndefined();
    expect(breakOf(new Conversation(), { ...parts, model: "other" }, "2")).toBeUndefined();
  });

  it("BYT-4: breaks with another model, with the web search switched, and with another version", () => {
    const conversation = talked();
    expect(breakOf(conversation, { ...parts, model: "claude-haiku-5-5" })).toBe("model");
    expect(breakOf(conversation, { ...parts, webSearch: false })).toBe("webSearch");
    expect(breakOf(conversation, parts, "2")).toBe("other");
    expect(breakOf(conversation, { ...parts, webSearch: false }, "2")).toBe("other");
    expect(breakOf(conversation, { ...parts, model: "claude-haiku-5-5", webSearch: false })).toBe("model");
  });

  it("BYT-4: breaks with images that a save omitted, until the next turn has sent the history without them", () => {
    const saved = talked().snapshot();
    const trimmed = { ...saved, history: [omitted, ...saved.history] };
    expect(breakOf(new Conversation(trimmed), parts)).toBe("images");
    expect(breakOf(talked(trimmed), parts)).toBeUndefined();
  });

  it("BYT-4: a turn that brought nothing doesn't count, and New Conversation forgets", () => {
    const conversation = talked();
    const other = { ...parts, webSearch: false };
    conversation.openTurn({ id: "n", text: "Again", images: [], mode: "Just do it" });
    conversation.endTurn({ kind: "stopped" }, { ...parts, promptHash: hashOf(other) });
    expect(breakOf(conversation, other)).toBe("webSearch");
    conversation.reset();
    expect(breakOf(conversation, other)).toBeUndefined();
  });

  it("BYT-4: of a file of another program only the model is compared", () => {
    const { promptHash: _hash, promptOmissions: _omissions, ...foreign } = talked().snapshot();
    expect(breakOf(new Conversation(foreign), parts, "2")).toBeUndefined();
    expect(breakOf(new Conversation(foreign), { ...parts, model: "claude-haiku-5-5" })).toBe("model");
    const { model: _model, provider: _provider, ...bare } = foreign;
    expect(breakOf(new Conversation(bare), parts)).toBeUndefined();
    expect(breakOf(new Conversation({ ...foreign, promptHash: 7 }), parts)).toBeUndefined();
  });
});
