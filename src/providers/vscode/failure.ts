import { ProviderError, type ProviderErrorCode } from "../../agent/errors.ts";
import { redact } from "../redact.ts";
import { textAt } from "../valueAt.ts";

const chooseAnother = "Choose another with “Silverpoint: Select Model…”.";
const longestDetail = 300;

/** Codes of `LanguageModelError`, and names of errors, with what they mean for the person. */
const known: ReadonlyMap<string, readonly [ProviderErrorCode, string]> = new Map([
  [
    "NoPermissions",
    [
      "permission",
      "VS Code doesn't let Silverpoint Agent use this model. Allow it under “Manage Language Model Access”.",
    ],
  ],
  ["Blocked", ["refusedRequest", "The model's quota is used up, or it refused what was asked. Try again later."]],
  ["NotFound", ["notFound", `VS Code no longer has this model. ${chooseAnother}`]],
]);

/** Whatever one of VS Code's models threw, as an error that says what happened and what to do about it. */
export function toLanguageModelError(thrown: unknown): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  const [code, message] = known.get(textAt(thrown, "code") ?? "") ?? judge(textAt(thrown, "message") ?? "");
  return new ProviderError(code, message, { cause: new Error(redact(String(thrown), [])) });
}

function judge(text: string): readonly [ProviderErrorCode, string] {
  const said = redact(text, []).replace(/\s+/g, " ").trim();
  if (/token limit|context (window|length)|too (long|many tokens)|exceeds/i.test(said)) {
    return [
      "contextOverflow",
      "The conversation no longer fits the model's context. Start a new conversation, or choose a model with a larger context.",
    ];
  }
  const detail = said === "" ? "no reason was given" : said.slice(0, longestDetail);
  return ["serverError", `The model of VS Code failed: ${/[.!?]$/.test(detail) ? detail : `${detail}.`} Try again.`];
}
