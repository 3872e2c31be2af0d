import { describe, expect, it } from "vitest";
import {
  answersOf,
  emptyAnswer,
  type Question,
  readDrafts,
  withPicked,
  withText,
} from "../../../../webview/cards/answerDraft.ts";

const options = [{ label: "Calm" }, { label: "Lively" }];
const single: Question = { id: "s", text: "One?", choice: "single", options };
const multiple: Question = { id: "m", text: "Some?", choice: "multiple", options };
const free: Question = { id: "f", text: "What?", choice: "text", options: [] };

describe("answers to questions", () => {
  it("a single choice has one answer, in the person's own words only when “Other” is chosen", () => {
    const calm = withPicked(withPicked(emptyAnswer, single, 1), single, 0);
    expect(answersOf([single], [calm])).toEqual({ s: ["Calm"] });
    const other = withText(withPicked(calm, single, undefined), " Dreamy ");
    expect(answersOf([single], [other])).toEqual({ s: ["Dreamy"] });
    expect(answersOf([single], [withPicked(other, single, 1)])).toEqual({ s: ["Lively"] });
  });

  it("a multiple choice has what is switched on, in the order of the options", () => {
    const both = withPicked(withPicked(emptyAnswer, multiple, 1), multiple, 0);
    expect(answersOf([multiple], [both])).toEqual({ m: ["Calm", "Lively"] });
    expect(answersOf([multiple], [withPicked(both, multiple, 0)])).toEqual({ m: ["Lively"] });
    const other = withText(withPicked(both, multiple, undefined), "Loud");
    expect(answersOf([multiple], [other])).toEqual({ m: ["Calm", "Lively", "Loud"] });
    expect(answersOf([multiple], [withPicked(other, multiple, undefined)])).toEqual({ m: ["Calm", "Lively"] });
  });

  it("there are none while no question is answered; one can be left out", () => {
    expect(answersOf([single], [])).toBeUndefined();
    expect(answersOf([free], [withText(emptyAnswer, "  ")])).toBeUndefined();
    expect(answersOf([multiple], [withPicked(emptyAnswer, multiple, undefined)])).toBeUndefined();
    expect(answersOf([single, free], [withPicked(emptyAnswer, single, 0)])).toEqual({ s: ["Calm"], f: [] });
  });

  it("“Other” without words takes away nothing that is chosen beside it", () => {
    const calmAndOther = withPicked(withPicked(emptyAnswer, multiple, 0), multiple, undefined);
    expect(answersOf([multiple], [calmAndOther])).toEqual({ m: ["Calm"] });
  });

  it("a question's id is a key like any other", () => {
    const answers = answersOf([{ ...free, id: "__proto__" }], [withText(emptyAnswer, "x")]);
    expect(Object.entries(answers ?? {})).toEqual([["__proto__", ["x"]]]);
  });

  it("PKG-7: kept drafts come back; those of another form count as nothing", () => {
    const drafts = { a: [{ picked: [1], text: "x", other: true }] };
    expect(readDrafts(JSON.parse(JSON.stringify(drafts)))).toEqual(drafts);
    for (const stored of [undefined, null, 7, "x", { a: 5 }]) expect(readDrafts(stored)).toEqual({});
    expect(readDrafts({ a: [{ picked: "no" }, null] })).toEqual({ a: [emptyAnswer, emptyAnswer] });
  });
});
