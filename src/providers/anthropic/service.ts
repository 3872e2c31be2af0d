import type { Service } from "../service.ts";

export const anthropicProvider = "anthropic";

export const anthropicService: Service = {
  provider: anthropicProvider,
  name: "Anthropic",
  api: "Anthropic's API",
  baseUrlSetting: "silverpoint.anthropic.baseUrl",
  baseUrlVariable: "ANTHROPIC_BASE_URL",
  console: "the Anthropic Console",
  statusPage: "status.anthropic.com",
  needsKey: true,
  statusByType: new Map([
    ["invalid_request_error", 400],
    ["authentication_error", 401],
    ["billing_error", 402],
    ["permission_error", 403],
    ["not_found_error", 404],
    ["request_too_large", 413],
    ["rate_limit_error", 429],
    ["api_error", 500],
    ["timeout_error", 504],
    ["overloaded_error", 529],
  ]),
  contextOverflow: /prompt is too long|exceeds? (the )?(model's )?(maximum )?context|context (window|limit)/i,
  billing: /credit balance/i,
  advice: [
    {
      said: /thinking/i,
      because: "thinking blocks",
      advice: "Choose another model with “Silverpoint: Select Model…”.",
    },
  ],
};
