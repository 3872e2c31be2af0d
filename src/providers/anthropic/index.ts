export { type AnthropicOptions, createAnthropicModel } from "./client.ts";
