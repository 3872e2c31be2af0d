import { describe, expect, it } from "vitest";
import { assetsIn, componentsIn } from "../../../src/design/pageReferences.ts";

const hash = "a".repeat(64);

describe("what a page refers to", () => {
  it("DOC-1: the components of its instances, also through each other and around", () => {
    const nodes: Record<string, { id: string; type: string; component?: string; children?: object[] }> = {
      button: { id: "button", type: "frame", children: [{ type: "instance", component: "icon" }] },
      icon: { id: "icon", type: "frame", children: [{ type: "instance", component: "button" }] },
      other: { id: "other", type: "frame" },
    };
    const page = { children: [{ type: "group", children: [{ type: "instance", component: "button" }] }] };
    expect(Object.keys(componentsIn(page, (id) => nodes[id]))).toEqual(["button", "icon"]);
    expect(componentsIn({ children: [{ type: "instance", component: "gone" }] }, () => undefined)).toEqual({});
  });

  it("DOC-1: its images by names that can't lead elsewhere", () => {
    const image = (asset: unknown) => ({ type: "image", asset });
    const page = {
      children: [
        image(`${hash}.png`),
        image(`${hash}.png`),
        image("../secret.png"),
        image(`${hash.toUpperCase()}.png`),
        image(7),
        { type: "instance", overrides: { a: { asset: `${"b".repeat(64)}.jpg` } } },
      ],
    };
    expect(assetsIn([page])).toEqual([`${hash}.png`, `${"b".repeat(64)}.jpg`]);
  });
});
