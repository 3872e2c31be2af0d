import { parseArgs } from "node:util";
import { startModelServer } from "./modelServer.ts";

/** Runs a model server by itself: `--port 8123 --delay 15` (milliseconds between words). Prints its address. */
const { values } = parseArgs({ options: { port: { type: "string" }, delay: { type: "string" } } });
const server = await startModelServer({
  port: Number(values.port ?? 0),
  pieceDelayMilliseconds: Number(values.delay ?? 15),
});
console.log(server.url);
