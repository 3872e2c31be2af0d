import { ProviderError, type ProviderErrorCode } from "../../agent/errors.ts";
import { redact } from "../redact.ts";
import { valueAt } from "../valueAt.ts";

const longestDetail = 300;
const cutCodes: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET", "ECONNABORTED"]);
const setKeyAgain = "The person sets it again with “Silverpoint: Set API Key…”.";
const checkBaseUrl = "The person should check the setting “silverpoint.openai.baseUrl”.";

interface Context {
  /** The address as it may be shown. */
  readonly baseUrl: string;
  /** What no message may hold. */
  readonly secrets: readonly string[];
}

/** Whatever was thrown while an image was made, as an error that says what happened and what to do. It holds no key. */
export function toImageError(thrown: unknown, { baseUrl, secrets }: Context): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  const status = numberOf(valueAt(thrown, "status"));
  const said = detailOf(redact(saidBy(thrown), secrets));
  const [code, message] = status === undefined ? judgeWithout(thrown, baseUrl) : judge(status, said, baseUrl);
  return new ProviderError(code, redact(message, secrets), { status });
}

function judge(status: number, said: string, baseUrl: string): [ProviderErrorCode, string] {
  switch (status) {
    case 401:
      return ["authentication", `OpenAI refused the API key (401). ${setKeyAgain}`];
    case 403:
      return ["permission", `OpenAI doesn't allow this with the API key (403): ${said}`];
    case 404:
      return ["notFound", `Nothing at ${baseUrl} makes images with this model (404): ${said} ${checkBaseUrl}`];
    case 429:
      return ["rateLimited", `OpenAI's limit is reached (429): ${said} Try again later, or go on without the image.`];
    default:
      if (status >= 300 && status < 400) {
        return ["network", `${baseUrl} redirects elsewhere (${status}), which isn't followed. ${checkBaseUrl}`];
      }
      return status >= 500
        ? [
            "serverError",
            `OpenAI failed with an error of its own (${status}). Try again later, or go on without the image.`,
          ]
        : ["refusedRequest", `OpenAI refused the request (${status}): ${said} Describe the picture differently.`];
  }
}

function judgeWithout(thrown: unknown, baseUrl: string): [ProviderErrorCode, string] {
  const codes = causesOf(thrown).map((cause) => valueAt(cause, "code"));
  if (codes.some((code) => typeof code === "string" && cutCodes.has(code))) {
    return ["cutOff", "The connection to OpenAI was cut before the image had come. It may have been billed."];
  }
  const isUnreadable = causesOf(thrown).some((cause) => valueAt(cause, "name") === "SyntaxError");
  if (isUnreadable) return ["protocol", `What came from ${baseUrl} can't be read. ${checkBaseUrl}`];
  return ["network", `OpenAI can't be reached at ${baseUrl}. The person should check the network and the address.`];
}

function saidBy(thrown: unknown): string {
  const said = valueAt(valueAt(thrown, "error"), "message");
  return typeof said === "string" && said !== "" ? said : "no reason was given.";
}

/** On one line and with a full stop. */
function detailOf(text: string): string {
  const said = text.replace(/\s+/g, " ").trim();
  const short = said.length > longestDetail ? `${said.slice(0, longestDetail).toWellFormed()}…` : said;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}

function causesOf(thrown: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let cause = thrown; cause !== undefined && cause !== null && causes.length < 6; cause = valueAt(cause, "cause"))
    causes.push(cause);
  return causes;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
