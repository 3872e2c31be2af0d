import { lastCharacters } from "./graphemes.ts";

/** How much of a transcript a CLI is told, in grapheme clusters: what a person sees as characters (CLI-2). */
const mostCharacters = 20_000;

/**
 * The message that opens a CLI's session: what came before it, a blank line, the usual message (CLI-2). Without anything
 * before it, the usual message alone. It goes to the CLI and nowhere else.
 */
export function withPrefix(transcript: string, usual: string): string {
  if (transcript === "") return usual;
  return `# Conversation so far\n\n${lastCharacters(transcript, mostCharacters)}\n\n${usual}`;
}
