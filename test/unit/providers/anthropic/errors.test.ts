import { describe, expect, it } from "vitest";
import { ProviderError } from "../../../../src/agent/errors.ts";
import { anthropicService } from "../../../../src/providers/anthropic/service.ts";
import {
  type FailureContext,
  findKeyFault,
  silentError,
  toProviderError,
} from "../../../../src/providers/serviceErrors.ts";

const canary = "canary-4711-secret";

const context: FailureContext = {
  model: "claude-opus-5-5",
  baseUrl: "https://api.anthropic.com",
  secrets: [canary],
  hasBegun: false,
  now: 0,
};

/** What the SDK throws, as far as it is looked at. */
function refusal(status: number | undefined, type: string | undefined, message = "no.") {
  const error = { type: "error", error: { type, message } };
  return Object.assign(new Error(`${status} ${message}`), { status, type, error, headers: new Headers() });
}

function networkFailure(code: string) {
  return new Error("Connection error.", {
    cause: new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) }),
  });
}

describe("toProviderError", () => {
  it.each([
    [refusal(400, "invalid_request_error"), "refusedRequest", "Anthropic refused the request (400): no."],
    [
      refusal(400, "invalid_request_error", "prompt is too long: 1000001 tokens > 1000000 maximum"),
      "contextOverflow",
      "Start a new conversation",
    ],
    [
      refusal(400, "invalid_request_error", "input length and `max_tokens` exceed context limit"),
      "contextOverflow",
      "Start a new conversation",
    ],
    [refusal(400, "invalid_request_error", "Your credit balance is too low"), "permission", "billing"],
    [
      refusal(400, "invalid_request_error", "Expected `thinking`, but found `text`"),
      "refusedRequest",
      "thinking blocks",
    ],
    [
      refusal(401, "authentication_error"),
      "authentication",
      "Anthropic refused the API key (401). Set it again with “Silverpoint: Set API Key…”.",
    ],
    [refusal(402, "billing_error"), "permission", "billing"],
    [refusal(403, "permission_error"), "permission", "(403): no."],
    [refusal(404, "not_found_error"), "notFound", "“claude-opus-5-5”"],
    [refusal(404, undefined), "notFound", "silverpoint.anthropic.baseUrl"],
    [refusal(407, undefined), "network", "proxy"],
    [refusal(408, undefined), "serverError", "(408)"],
    [refusal(413, "request_too_large"), "tooLarge", "Start a new conversation"],
    [refusal(422, undefined), "refusedRequest", "(422)"],
    [refusal(429, "rate_limit_error"), "rateLimited", "(429)"],
    [refusal(500, "api_error"), "serverError", "(500)"],
    [refusal(503, undefined), "serverError", "(503)"],
    [refusal(529, "overloaded_error"), "overloaded", "(529)"],
    [refusal(undefined, "overloaded_error"), "overloaded", "overloaded"],
    [refusal(undefined, "api_error"), "serverError", "error of its own"],
    [refusal(undefined, "new_error", "odd"), "protocol", "odd. Try again."],
    [networkFailure("ENOTFOUND"), "network", "https://api.anthropic.com (ENOTFOUND)"],
    [networkFailure("ECONNRESET"), "cutOff", "cut"],
    [new Error("Request timed out."), "network", "can't be reached"],
    [new Error("x", { cause: new SyntaxError("Unexpected token <") }), "protocol", "can't be read"],
    ["a string", "network", "can't be reached"],
    [undefined, "network", "can't be reached"],
  ])("says what happened and what to do: %s → %s", (thrown, code, part) => {
    const error = toProviderError(anthropicService, thrown, context);
    expect(error.code).toBe(code);
    expect(error.message).toContain(part);
  });

  it("TRN-8: carries the status and the wait that the service asks for", () => {
    const thrown = Object.assign(refusal(429, "rate_limit_error"), { headers: new Map([["retry-after", "12"]]) });
    expect(toProviderError(anthropicService, thrown, context)).toMatchObject({
      status: 429,
      retryAfterMilliseconds: 12_000,
      message: "Anthropic's rate limit is reached (429). It asks to wait 12 seconds.",
    });
  });

  it("takes a broken answer for a cut connection", () => {
    expect(toProviderError(anthropicService, new TypeError("terminated"), { ...context, hasBegun: true }).code).toBe(
      "cutOff",
    );
  });

  it("leaves an error of ours as it is", () => {
    const silent = silentError(anthropicService, 90_000);
    expect(toProviderError(anthropicService, silent, context)).toBe(silent);
    expect(silent.message).toBe("Anthropic has sent nothing for 90 seconds. Try again.");
  });

  it("PRV-3: holds no key, in the message or in the cause", () => {
    const thrown = refusal(400, "invalid_request_error", `bad header Bearer ${canary}, sk-ant-canary-1`);
    const error = toProviderError(anthropicService, thrown, context);
    const said = `${error.message} ${error.stack} ${String(error.cause)} ${(error.cause as Error).stack}`;
    expect(said).not.toMatch(/canary/);
    expect(error.message).toContain("bad header Bearer [key]");
  });

  it("keeps a long reason short", () => {
    const { message } = toProviderError(anthropicService, refusal(400, undefined, "x\n ".repeat(5000)), context);
    expect(message.length).toBeLessThan(400);
    expect(message).not.toContain("\n");
  });
});

describe("findKeyFault", () => {
  it("takes printable characters only, and repeats none of them", () => {
    expect(findKeyFault(anthropicService, "sk-ant-1")).toBeUndefined();
    for (const key of ["", "  ", "sk-ant 1", "sk-ant\n", "schlüssel"]) {
      const fault = findKeyFault(anthropicService, key);
      expect(fault).toBeInstanceOf(ProviderError);
      expect(fault?.code).toBe("authentication");
      expect(fault?.message).not.toContain("sk-ant");
    }
  });
});
