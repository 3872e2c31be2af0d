import type { Draft } from "../conversation/draft.ts";
import type { Host } from "../host.ts";

/** Sends what stands in the composer; the draft is empty then. Whether the host has taken it. */
export async function sendDraft(host: Host, draft: Draft): Promise<boolean> {
  const { text, images, from } = draft;
  const [first, ...others] = from;
  const hashes = images.map(({ sha256 }) => sha256);
  const hadImages = from.some((source) => (source.images?.length ?? 0) > 0);
  const message = { text, ...(hashes.length > 0 || hadImages ? { images: hashes } : {}) };
  const { accepted } = await (first ? host.ask("sendUnsent", { id: first.id, ...message }) : host.ask("send", message));
  if (!accepted) return false;
  draft.sent({ text, images }, host.newestState());
  for (const { id } of others) host.tell("dismissUnsent", { id });
  return true;
}
