export { type ModelServer, type ModelServerOptions, startModelServer } from "./modelServer.ts";
export { connectToModelServer } from "./modelServerClient.ts";
export * from "./script.ts";
