/** The way of many others: one JSON file with the images inline as Base64, written whole each time. */
import type { ArchivedConversation } from "../../src/archive/types.ts";
import { PackageFolder } from "../../src/folder/packageFolder.ts";
import { makeBigConversation } from "./bigConversation.ts";
import { CountingStore } from "./countingStore.ts";
import { type Measure, mediansOf } from "./measure.ts";

const turns = 200;

export async function measurePeers(): Promise<Measure[]> {
  const { conversation, images } = await makeBigConversation({
    items: turns * 5,
    jsonBytes: 5_000_000,
    images: 20,
    imageBytes: 20 * 1024 * 1024,
  });
  const ours = new CountingStore();
  const folder = new PackageFolder(ours);
  const theirs = new CountingStore();
  for (let turn = 1; turn <= turns; turn += 1) {
    const soFar = firstTurns(conversation, turn);
    await folder.save(soFar, images);
    await theirs.write("conversation.json", inlined(soFar, images));
  }
  const sizeOf = (store: CountingStore) => [...store.files.values()].reduce((sum, bytes) => sum + bytes.length, 0);
  const [openOurs = 0, openTheirs = 0] = await mediansOf(7, [
    { prepare: () => undefined, run: () => new PackageFolder(new CountingStore(ours.files)).open() },
    { prepare: () => undefined, run: () => openInlined(theirs.files.get("conversation.json")) },
  ]);
  const than = "one JSON with Base64 images";
  return [
    { name: `${turns} turns, size on disk`, unit: "bytes", ours: sizeOf(ours), than, theirs: sizeOf(theirs) },
    {
      name: `${turns} turns, written by a save after each`,
      unit: "bytes",
      ours: ours.bytesWritten,
      than,
      theirs: theirs.bytesWritten,
    },
    { name: `${turns} turns, opened`, unit: "ms", ours: openOurs, than, theirs: openTheirs },
  ];
}

function firstTurns(conversation: ArchivedConversation, turn: number): ArchivedConversation {
  return {
    ...conversation,
    items: conversation.items.slice(0, turn * 5),
    history: conversation.history.slice(0, turn * 4),
    sentFacts: conversation.sentFacts.slice(0, turn),
  };
}

function inlined(conversation: ArchivedConversation, images: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const history = conversation.history.map(({ role, content }) => ({
    role,
    content: content.map((block) =>
      block.type === "image"
        ? { type: "image", data: Buffer.from(images.get(block.sha256) ?? []).toString("base64") }
        : block,
    ),
  }));
  return new TextEncoder().encode(JSON.stringify({ ...conversation, history }));
}

function openInlined(bytes: Uint8Array | undefined): unknown {
  const { history }: { history: { content: { type: string; data?: string }[] }[] } = JSON.parse(
    new TextDecoder().decode(bytes),
  );
  return history.flatMap(({ content }) =>
    content.flatMap(({ data }) => (data === undefined ? [] : [Buffer.from(data, "base64")])),
  );
}
