/** The saved conversation, format 1: what stands in a package's `agent/` folder, read and written. */

export { argumentsText, resultText } from "./blocks.ts";
export { encodeConversation } from "./encodedConversation.ts";
export type { ImageFault } from "./imageCheck.ts";
export { imageOmittedText } from "./imageOmittedText.ts";
export { type AgentFolder, type ReadOutcome, readArchive } from "./read.ts";
export * from "./types.ts";
export { writeArchive } from "./write.ts";
