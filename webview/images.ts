import type { Host } from "./host.ts";

/** How many characters of images are remembered; those that were shown longest ago go first. */
const limit = 64_000_000;

const remembered = new Map<string, Promise<string | undefined>>();
const sizes = new Map<string, number>();

/**
 * An image of the conversation as an address for an `<img>`, by its SHA-256; undefined when its bytes are no longer there.
 * The page's policy lets images come from data URLs; what it asks for once it remembers.
 */
export function imageSource(host: Host, sha256: string): Promise<string | undefined> {
  const known = remembered.get(sha256);
  remembered.delete(sha256);
  const source = known ?? readSource(host, sha256);
  remembered.set(sha256, source);
  return source;
}

/** What isn't there, or wasn't answered, is asked for again the next time it is shown. */
async function readSource(host: Host, sha256: string): Promise<string | undefined> {
  const { image } = await host.ask("readImage", { sha256 }).catch(() => ({ image: undefined }));
  if (image === undefined || !isShown(image.mimeType)) {
    remembered.delete(sha256);
    return undefined;
  }
  const url = `data:${image.mimeType};base64,${image.data}`;
  sizes.set(sha256, url.length);
  forgetOldest();
  return url;
}

/** The kinds that the package keeps (IMG-4). Others are none that a picture is made of here. */
function isShown(mimeType: string): boolean {
  return ["image/png", "image/jpeg", "image/gif", "image/webp"].includes(mimeType);
}

function forgetOldest(): void {
  let total = 0;
  for (const size of sizes.values()) total += size;
  for (const sha256 of [...remembered.keys()]) {
    if (total <= limit || sizes.size <= 1) return;
    total -= sizes.get(sha256) ?? 0;
    sizes.delete(sha256);
    remembered.delete(sha256);
  }
}
