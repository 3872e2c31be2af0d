import { describe, expect, it } from "vitest";
import { argumentsText, imageOmittedText, resultText } from "../../../src/archive/index.ts";

describe("argumentsText and resultText", () => {
  it("FMT-7: text is given as it is stored", () => {
    expect(argumentsText({ type: "toolCall", id: "", name: "", arguments: " {\ud800" })).toBe(" {\ud800");
    expect(resultText({ type: "toolResult", callID: "", toolName: "", isError: false, content: "" })).toBe("");
  });

  it("FMT-7: Base64 is decoded as UTF-8, what isn't UTF-8 as U+FFFD, a BOM as itself", () => {
    expect(argumentsText({ type: "toolCall", id: "", name: "", argumentsBase64: "//4AgA==" })).toBe(
      "\ufffd\ufffd\0\ufffd",
    );
    expect(
      resultText({ type: "toolResult", callID: "", toolName: "", isError: false, contentBase64: "77u/w6k=" }),
    ).toBe("\ufeffé");
  });
});

it("IMG-3: the placeholder's bytes", () => {
  expect(imageOmittedText).toBe(
    "[Image omitted: an image was here but was dropped from the saved conversation to save space.]",
  );
});
