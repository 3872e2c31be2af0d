export { type ModelServer, type ModelServerOptions, type RecordedRequest, startModelServer } from "./modelServer.ts";
export { connectToModelServer, type ModelServerClient } from "./modelServerClient.ts";
export * from "./script.ts";
