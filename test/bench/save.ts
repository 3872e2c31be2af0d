import type { ArchivedConversation } from "../../src/archive/types.ts";
import { PackageFolder } from "../../src/folder/packageFolder.ts";
import { type BigConversation, makeText, makeTurn, seededRandom } from "./bigConversation.ts";
import { CountingStore } from "./countingStore.ts";
import { type Measure, mediansOf } from "./measure.ts";
import { packageFiles } from "./open.ts";

interface OpenPackage {
  readonly store: CountingStore;
  readonly folder: PackageFolder;
  readonly conversation: ArchivedConversation;
  readonly images: ReadonlyMap<string, Uint8Array>;
}

/** Saving against writing JSON.stringify of the whole. */
export async function measureSave(big: BigConversation): Promise<Measure[]> {
  const files = await packageFiles(big);
  const open = async (): Promise<OpenPackage> => {
    const store = new CountingStore(files);
    const folder = new PackageFolder(store);
    const outcome = await folder.open();
    if (outcome.kind !== "conversation") throw new Error(outcome.kind);
    return { store, folder, conversation: outcome.conversation, images: outcome.images };
  };
  const saved = async (): Promise<OpenPackage> => {
    const opened = await open();
    const conversation = withTurn(opened.conversation, 1);
    await opened.folder.save(conversation, opened.images);
    return { ...opened, conversation };
  };
  const save = ({ folder, conversation, images }: OpenPackage) => folder.save(withTurn(conversation, 2), images);
  const bare = ({ store, conversation }: OpenPackage) =>
    store.write("x.json", new TextEncoder().encode(JSON.stringify(withTurn(conversation, 2))));
  const unchanged = ({ folder, conversation, images }: OpenPackage) => folder.save(conversation, images);

  const [first = 0, next = 0, theirs = 0, nothing = 0] = await mediansOf(5, [
    { prepare: open, run: save },
    { prepare: saved, run: save },
    { prepare: open, run: bare },
    { prepare: open, run: unchanged },
  ]);
  const quiet = await open();
  await unchanged(quiet);
  const than = "JSON.stringify of the whole";
  return [
    { name: "save after one more turn, the first since it was opened", unit: "ms", ours: first, than, theirs },
    { name: "save after one more turn, every further one", unit: "ms", ours: next, than, theirs },
    { name: "save unchanged", unit: "ms", ours: nothing, than, theirs },
    { name: "save unchanged, written", unit: "bytes", ours: quiet.store.bytesWritten },
  ];
}

function withTurn(conversation: ArchivedConversation, number: number): ArchivedConversation {
  const random = seededRandom(number);
  const { items, history } = makeTurn(100_000 + number, () => makeText(3000, random));
  return {
    ...conversation,
    items: [...conversation.items, ...items],
    history: [...conversation.history, ...history],
    sentFacts: [...conversation.sentFacts, { message: conversation.history.length }],
  };
}
