import { describe, expect, it } from "vitest";
import { splitDetail } from "../../../webview/items/splitDetail.ts";

describe("splitDetail", () => {
  it("FMT-4: a tool's detail is its arguments and its result, each as it is", () => {
    expect(splitDetail('arguments:\n{"a":1}\n\nresult:\none\n\nresult:\ntwo')).toEqual({
      given: '{"a":1}',
      result: "one\n\nresult:\ntwo",
    });
  });

  it("FMT-4: a call that runs has no result yet", () => {
    expect(splitDetail("arguments:\n{}")).toEqual({ given: "{}", result: undefined });
  });

  it("FMT-5: what a file says in another form has no parts", () => {
    for (const detail of ["", "Arguments: {}", "result:\n{}"]) expect(splitDetail(detail)).toBeUndefined();
  });
});
