import { hashBytes } from "../../src/archive/images.ts";
import { writeArchive } from "../../src/archive/index.ts";
import { PackageFolder } from "../../src/folder/packageFolder.ts";
import type { BigConversation } from "./bigConversation.ts";
import { CountingStore } from "./countingStore.ts";
import { type Measure, mediansOf } from "./measure.ts";

/** Opening against the least that anyone could do: parse the file, hash the images. */
export async function measureOpen({ conversation, images }: BigConversation): Promise<Measure[]> {
  const files = await packageFiles({ conversation, images });
  const json = files.get("agent/conversation.json") ?? new Uint8Array();
  const pictures = [...files].filter(([path]) => path.startsWith("agent/images/")).map(([, bytes]) => bytes);
  const bare = async () => {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json));
    await Promise.all(pictures.map(hashBytes));
    return value;
  };
  const [ours = 0, theirs = 0] = await mediansOf(9, [
    { prepare: () => new PackageFolder(new CountingStore(files)), run: (folder) => folder.open() },
    { prepare: () => new PackageFolder(new CountingStore(files)), run: bare },
  ]);
  const name = `open ${conversation.items.length} items, ${megabytes(json.length)} MB of JSON and 20 MiB of images`;
  return [{ name, unit: "ms", ours, than: "JSON.parse and SHA-256", theirs }];
}

export async function packageFiles({ conversation, images }: BigConversation): Promise<Map<string, Uint8Array>> {
  const archive = await writeArchive(conversation, images);
  return new Map([...archive].map(([path, bytes]) => [`agent/${path}`, bytes]));
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}
