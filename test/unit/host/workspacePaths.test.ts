import { describe, expect, it } from "vitest";
import { readablePath } from "../../../src/host/workspacePaths.ts";

describe("a path that the agent wants to read", () => {
  it("is taken where it leads to a file of the folder", () => {
    for (const path of [
      "README.md",
      "docs/brand book.md",
      "a/agent/notes.md",
      "Poster.silverpoint/document.json",
      ".github/x.yml",
    ]) {
      expect(readablePath(path)).toEqual({ path });
    }
    expect(readablePath("./docs\\a.md")).toEqual({ path: "docs/a.md" });
  });

  it("never leads out of the folder", () => {
    for (const path of [
      "../a",
      "docs/../../a",
      "/etc/passwd",
      "C:\\a",
      "file:///etc/passwd",
      "\\\\host\\a",
      "a/..",
      "",
    ]) {
      expect(readablePath(path)).toHaveProperty("fault");
    }
  });

  it("never leads to a conversation, to git's own, or to keys, however it is spelled", () => {
    for (const path of [
      "Poster.silverpoint/agent/conversation.json",
      "posters/POSTER.Silverpoint/Agent/images/a.png",
      "Poster.silverpoint/agent",
      "Poster.silverpoint/./agent/conversation.json",
      "Poster.silverpoint//agent/conversation.json",
      "Poster.silverpoint/agent./conversation.json",
      "Poster.silverpoint/agent /conversation.json",
      "Poster.silverpoint/agent::$INDEX_ALLOCATION/conversation.json",
      "POSTER~1/agent/conversation.json",
      ".git/config",
      "sub/.GIT/config",
      ".env",
      "app/.env.local",
      ".envrc",
      "prod.env",
      "keys/server.pem",
      "server.KEY",
      ".ssh/config",
      "id_ed25519",
      "home/id_rsa.pub",
      ".npmrc",
      "a\u0000b",
    ]) {
      expect(readablePath(path), path).toHaveProperty("fault");
    }
  });
});
