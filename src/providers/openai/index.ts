export { createImageMaker } from "./client.ts";
