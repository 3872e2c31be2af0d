import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PanelState, ViewItem } from "../../src/protocol/index.ts";
import {
  approvalOf,
  directionsOf,
  givenAnswers,
  lintRuleOf,
  openCards,
  questionsOf,
  skillOf,
} from "../support/panel/cardStates.ts";
import { PanelBench, type PanelPage } from "../support/panel/panelPage.ts";
import { itemOf, panelStateOf } from "../support/panel/states.ts";

let bench: PanelBench;

beforeAll(async () => {
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

const stateWith = (...items: ViewItem[]): PanelState => panelStateOf({ items, turn: "running" });

function button(panel: PanelPage, name: string | RegExp) {
  return panel.page.getByRole("button", { name, exact: true });
}

const answers = (panel: PanelPage) => panel.callsOf("answerCard");

describe("an approval card", () => {
  it.each([
    ["Allow", { choice: "allow" }],
    ["Deny", { choice: "deny" }],
    ["Allow for This Document", { choice: "allow", forDocument: true }],
  ])("TRN-2: %s answers it, once", async (name, answer) => {
    const panel = await bench.open({ state: stateWith(approvalOf("c")) });
    await button(panel, name).dblclick();
    await panel.settled();
    expect(answers(panel)).toEqual([{ id: "c", answer }]);
    for (const each of ["Allow", "Deny", "Allow for This Document"])
      await expect.poll(() => button(panel, each).isDisabled()).toBe(true);
    await panel.close();
  });

  it.each([
    ["askFirst", /asks before it changes anything/, 1],
    ["repeated", /third time in a row/, 0],
    ["rounds", /100 times/, 0],
  ])("TRN-2: says why the call waits: %s", async (reason, words, forDocument) => {
    const panel = await bench.open({ state: stateWith(approvalOf("c", { reason })) });
    const card = panel.page.getByRole("article", { name: "Tool Approval batch_design" });
    await card.getByText(words).waitFor();
    await card.getByText("batch_design").waitFor();
    await expect.poll(() => button(panel, "Allow for This Document").count()).toBe(forDocument);
    await panel.close();
  });

  it("TRN-10: its arguments are there whole, in a box that the keyboard scrolls", async () => {
    const long = JSON.stringify({ operations: "x".repeat(200_000), last: "the very end" });
    const panel = await bench.open({ state: stateWith(approvalOf("c", { arguments: long })) });
    const box = panel.page.getByRole("group", { name: "Arguments" });
    expect((await box.textContent())?.replaceAll(/\s/g, "")).toBe(long.replaceAll(/\s/g, ""));
    await box.focus();
    await panel.page.keyboard.press("End");
    await expect
      .poll(() => box.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop))
      .toBeLessThan(2);
    await panel.close();
  });

  it.each([
    ["allowed", "Allowed"],
    ["denied", "Declined"],
  ] as const)("TRN-2: answered, it is one quiet line: %s", async (standing, words) => {
    const panel = await bench.open({ state: stateWith(approvalOf("c")) });
    await panel.change({ op: "item", index: 0, item: approvalOf("c", { standing }) });
    const card = panel.page.getByRole("article");
    await card.getByText(words, { exact: true }).waitFor();
    await expect.poll(() => card.getByRole("button").count()).toBe(0);
    expect((await card.boundingBox())?.height).toBeLessThan(60);
    await panel.close();
  });

  it("TRN-11: one that lost its turn says so and has nothing to press", async () => {
    const items = [approvalOf("c", { standing: "expired" }), questionsOf("q", { standing: "expired" })];
    const panel = await bench.open({ state: panelStateOf({ items }) });
    const notes = panel.page.getByText(/Not answered before the turn was stopped or the document was closed/);
    await expect.poll(() => notes.count()).toBe(2);
    const pressable = panel.page.getByRole("article").locator("vscode-button, input, textarea, button");
    await expect.poll(() => pressable.count()).toBe(0);
    await panel.close();
  });
});

describe("a questions card", () => {
  it("TRN-10: is answered when something is answered; a question for words may stay open", async () => {
    const panel = await bench.open({ state: stateWith(questionsOf("q")) });
    const { page } = panel;
    await expect.poll(() => button(panel, "Answer").isDisabled()).toBe(true);
    await page.getByRole("radio", { name: /^Calm/ }).check();
    await page.getByRole("checkbox", { name: "A2 for print" }).check();
    await page.getByRole("checkbox", { name: "Story" }).check();
    await page.getByRole("checkbox", { name: "Story" }).uncheck();
    await page.getByRole("checkbox", { name: "Square for feeds" }).check();
    await expect.poll(() => button(panel, "Answer").isDisabled()).toBe(false);
    await page.getByRole("textbox", { name: "Your Answer" }).fill(" Night Market\nFriday, 14 August ");
    await button(panel, "Answer").click();
    await expect.poll(() => answers(panel)).toEqual([{ id: "q", answer: { answers: givenAnswers } }]);
    await panel.change({
      op: "item",
      index: 0,
      item: questionsOf("q", { standing: "answered", answers: givenAnswers }),
    });
    const definitions = page.getByRole("article").locator("dd");
    await expect.poll(() => definitions.allTextContents()).toEqual(Object.values(givenAnswers).flat());
    await panel.close();
  });

  it("TRN-10: takes an answer in the person’s own words", async () => {
    const panel = await bench.open({ state: stateWith(questionsOf("q")) });
    const { page } = panel;
    await page.getByRole("radio", { name: "Other" }).check();
    await page
      .getByRole("group", { name: /Which tone/ })
      .getByRole("textbox")
      .fill("Dreamy");
    await page.getByRole("checkbox", { name: "Story" }).check();
    await page.getByRole("checkbox", { name: "Other" }).check();
    await page.getByRole("textbox", { name: "Your Answer" }).fill("Nothing");
    await expect.poll(() => button(panel, "Answer").isDisabled()).toBe(false);
    await page
      .getByRole("group", { name: /Which formats/ })
      .getByRole("textbox")
      .fill("A flag");
    await button(panel, "Answer").click();
    const given = { tone: ["Dreamy"], formats: ["Story, 9 : 16", "A flag"], words: ["Nothing"] };
    await expect.poll(() => answers(panel)).toEqual([{ id: "q", answer: { answers: given } }]);
    await panel.close();
  });

  it("is filled in by keyboard; Enter in a field writes a line and answers nothing", async () => {
    const panel = await bench.open({ state: stateWith(questionsOf("q")) });
    const { keyboard } = panel.page;
    await panel.page.getByRole("radio", { name: /^Calm/ }).focus();
    for (const key of ["Space", "ArrowDown", "Enter", "Tab", "Space", "Enter", "Tab", "Tab", "Tab", "Tab"])
      await keyboard.press(key);
    await keyboard.type("one");
    await keyboard.press("Enter");
    await keyboard.type("two");
    expect(answers(panel)).toEqual([]);
    await keyboard.press("Tab");
    await expect.poll(() => panel.focused()).toBe("Answer");
    await keyboard.press("Enter");
    const given = { tone: ["Lively"], formats: ["A2 for print"], words: ["one\ntwo"] };
    await expect.poll(() => answers(panel)).toEqual([{ id: "q", answer: { answers: given } }]);
    await panel.close();
  });

  it("PKG-7: what is filled in survives a reload, until the card is answered", async () => {
    const panel = await bench.open({ state: stateWith(questionsOf("q")) });
    await panel.page.getByRole("radio", { name: /^Lively/ }).check();
    await panel.page.getByRole("textbox", { name: "Your Answer" }).fill("half a th");
    await panel.reload();
    await panel.page.getByRole("radio", { name: /^Lively/, checked: true }).waitFor();
    await expect.poll(() => panel.page.getByRole("textbox", { name: "Your Answer" }).inputValue()).toBe("half a th");
    await panel.change({ op: "item", index: 0, item: questionsOf("q", { standing: "dismissed" }) });
    expect(await panel.savedState()).toMatchObject({ cardDrafts: {} });
    await panel.close();
  });

  it("can be dismissed", async () => {
    const panel = await bench.open({ state: stateWith(questionsOf("q")) });
    await button(panel, "Dismiss").click();
    await expect.poll(() => answers(panel)).toEqual([{ id: "q", answer: { choice: "dismiss" } }]);
    await panel.close();
  });
});

describe("directions and proposals", () => {
  it.each([1280, 380])("TRN-11: one click takes a direction, %i pixels wide", async (width) => {
    const panel = await bench.open({ state: panelStateOf({ items: [directionsOf("d")] }), width, height: 1000 });
    const tops = await panel.page
      .locator(".direction")
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(width === 1280 ? 1 : 3);
    await panel.page.getByRole("button", { name: "Take This Direction: Riverside ink" }).click();
    await expect.poll(() => answers(panel)).toEqual([{ id: "d", answer: { direction: "Riverside ink" } }]);
    const item = directionsOf("d", { standing: "answered", chosen: "Riverside ink" });
    await panel.change({ op: "item", index: 0, item });
    await panel.page.getByRole("listitem").filter({ hasText: "Riverside ink" }).getByText("Chosen").waitFor();
    await expect.poll(() => panel.page.getByRole("article").getByRole("button").count()).toBe(0);
    await panel.close();
  });

  it.each([
    ["skill", skillOf("p"), "Save Skill", "Saved", skillOf("p", "accepted")],
    ["lint rule", lintRuleOf("p"), "Add Rule", "Added", lintRuleOf("p", "accepted")],
  ])("TRN-11: a %s is accepted, or the host’s refusal stands in the card", async (_, item, label, word, accepted) => {
    const panel = await bench.open({ state: panelStateOf({ items: [item] }) });
    panel.answers.answerCard = () => {
      throw new Error("The folder can’t be written.");
    };
    await button(panel, label).click();
    await panel.page.getByRole("article").getByRole("alert").getByText("The folder can’t be written.").waitFor();
    panel.answers.answerCard = () => ({});
    await button(panel, label).click();
    await expect.poll(() => answers(panel)).toHaveLength(2);
    expect(answers(panel)[1]).toEqual({ id: "p", answer: { choice: "accept" } });
    await panel.change({ op: "item", index: 0, item: accepted });
    await panel.page.getByRole("article").getByText(word, { exact: true }).waitFor();
    await expect.poll(() => panel.page.getByRole("alert").count()).toBe(0);
    await panel.close();
  });
});

describe("the focus", () => {
  it("TRN-10: cards come while somebody types: each letter is in the composer, and nothing is answered", async () => {
    const panel = await bench.open({ state: stateWith(itemOf("u", "user", "Go")) });
    const composer = panel.page.getByRole("textbox", { name: "Message", exact: true });
    await composer.focus();
    const words = "yes allow it a 1 2 y n";
    for (const [index, letter] of [...words].entries()) {
      const item = openCards[index % openCards.length];
      if (item !== undefined) await panel.change({ op: "item", index: index + 1, item: { ...item, id: `c${index}` } });
      await panel.page.keyboard.press(letter === " " ? "Space" : letter);
      await expect.poll(() => panel.focused()).toBe("Message");
    }
    await expect.poll(() => composer.inputValue()).toBe(words);
    await panel.page.keyboard.press("Enter");
    await expect.poll(() => panel.callsOf("send")).toEqual([{ text: words }]);
    expect(answers(panel)).toEqual([]);
    await panel.close();
  });

  it("TRN-10: stays at the card after a press, so that one more Enter sends nothing", async () => {
    const panel = await bench.open({ state: stateWith(approvalOf("c1"), approvalOf("c2")) });
    await panel.page.getByRole("textbox", { name: "Message", exact: true }).fill("a draft");
    await button(panel, "Allow").first().focus();
    for (let time = 0; time < 3; time++) await panel.page.keyboard.press("Enter");
    await expect.poll(() => panel.focused()).toBe("Tool Approval batch_design");
    await panel.change({ op: "item", index: 0, item: approvalOf("c1", { standing: "allowed" }) });
    await panel.page.keyboard.press("Enter");
    await panel.settled();
    expect(answers(panel)).toEqual([{ id: "c1", answer: { choice: "allow" } }]);
    expect(panel.callsOf("send")).toEqual([]);
    await panel.close();
  });

  it("TRN-10: the second click of a double click doesn’t allow the card that comes to stand there", async () => {
    const panel = await bench.open({ state: stateWith(approvalOf("c1")) });
    panel.answers.answerCard = async () => {
      await panel.change({ op: "item", index: 0, item: approvalOf("c2") });
      return {};
    };
    await button(panel, "Allow").dblclick({ delay: 50 });
    await panel.settled();
    await button(panel, "Allow").dispatchEvent("click", { detail: 2 });
    await panel.settled();
    expect(answers(panel)).toHaveLength(1);
    await panel.close();
  });

  it("every control of every open card is reached by Tab", async () => {
    const panel = await bench.open({ state: panelStateOf({ items: [...openCards] }) });
    const expected = ["Arguments", "Allow", "Deny", "Allow for This Document", "Your Answer", "Dismiss", "Content"];
    expected.push("Take This Direction: Market grid", "Save Skill", "Rule", "Add Rule");
    await panel.page.getByRole("button", { name: "More Actions" }).focus();
    const reached = new Set<string>();
    for (let count = 0; count < 40; count++) {
      await panel.page.keyboard.press("Tab");
      reached.add(await panel.focused());
    }
    for (const name of expected) expect(reached).toContain(name);
    await panel.close();
  });
});
