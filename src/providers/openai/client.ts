import OpenAI from "openai";

/** How a server is reached. An empty key is sent to nobody. */
export interface ClientOptions {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
}

/**
 * The SDK's client, here and nowhere else. Nothing is read from the environment that can be said here: an address, an
 * organization or a log level of another tool.
 */
export function openClient({ apiKey, baseUrl, fetch }: ClientOptions): OpenAI {
  return new OpenAI({
    // The SDK wants one.
    apiKey: apiKey || "none",
    baseURL: baseUrl,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    logLevel: "off",
    fetch,
    ...(apiKey === "" ? { defaultHeaders: { Authorization: null } } : {}),
  });
}
