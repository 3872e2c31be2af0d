import { expect, it } from "vitest";
import { shownAddress } from "../../../src/providers/shownAddress.ts";

it.each([
  ["https://api.anthropic.com", "https://api.anthropic.com"],
  ["http://user:hunter2@gateway.example:8080/v1/?token=hunter2#x", "http://gateway.example:8080/v1"],
  ["no address //user:hunter2@x?token=1", "no address //x"],
])("PRV-3: an address is shown without what may be secret in it: %s", (address, shown) => {
  expect(shownAddress(address)).toBe(shown);
});
