import { describe, expect, it } from "vitest";
import { toolsOver } from "./toolCalls.ts";

const questions = [
  { text: "Which size?", choice: "single", options: [{ label: "A2" }, { label: "A3", description: "Smaller" }] },
  { text: "Which colours?", choice: "multiple", options: [{ label: "Red" }, { label: "Blue" }] },
  { text: "What should it say?", choice: "text" },
];

describe("ask_questions", () => {
  it("TRN-11: shows a card that runs until it is answered, bound to its call", () => {
    const { cardOf } = toolsOver();
    expect(cardOf("ask_questions", { intro: "Before I begin:", questions })).toEqual({
      type: "questions",
      callID: "c1",
      status: "running",
      text: "Before I begin:",
      questions: [
        { id: "q1", ...questions[0] },
        { id: "q2", ...questions[1] },
        { id: "q3", ...questions[2], options: [] },
      ],
    });
  });

  it("FMT-6: the answers go to the card by id, and to the model by question", async () => {
    const answers = { q1: ["A3"], q2: ["Red", "Gold\ud800"], q3: ["Open Air"], q9: ["stray"] };
    const { outcome, settled } = await toolsOver().call("ask_questions", { questions }, { answer: { answers } });
    expect(settled).toEqual([{ answers: { q1: ["A3"], q2: ["Red", "Gold\ufffd"], q3: ["Open Air"] } }]);
    expect(outcome.isError).toBe(false);
    expect(outcome.content).toBe(
      '{"Which size?":"A3","Which colours?":["Red","Gold\ufffd"],"What should it say?":"Open Air"}',
    );
  });

  it("TRN-11: dismissed questions are no error, and the model is told", async () => {
    const { outcome, settled } = await toolsOver().call(
      "ask_questions",
      { questions },
      { answer: { choice: "dismiss" } },
    );
    expect(settled).toEqual([{ status: "dismissed" }]);
    expect(outcome).toMatchObject({ isError: false, statusText: "Dismissed" });
    expect(outcome.content).toContain("dismissed");
  });

  it("TRN-7: refuses what makes no card: no or too many questions, options that don't fit, two that are the same", () => {
    const { prepare } = toolsOver();
    const [single, multiple, text] = questions;
    const option = (label: string) => ({ label });
    for (const wrong of [
      [],
      [single, multiple, text, { ...text, text: "d" }, { ...text, text: "e" }],
      [{ ...single, options: [] }],
      [{ text: "Which?", choice: "single" }],
      [{ ...single, options: "abcdefg".split("").map(option) }],
      [{ ...single, options: [option("A"), option("A")] }],
      [{ ...text, options: [option("A"), option("B")] }],
      [text, text],
      [{ ...text, text: "  " }],
      [{ ...text, choice: "slider" }],
    ]) {
      expect(prepare("ask_questions", { questions: wrong })).toEqual(expect.any(String));
    }
  });
});
