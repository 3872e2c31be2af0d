import { encodeConversation } from "../../src/archive/index.ts";
import type { DiskAnswer } from "../../src/editor/diskQuestion.ts";
import { makeConversation, makePicture, type Picture } from "./conversations.ts";
import type { Call, Fate } from "./memoryFileStore.ts";
import { converse, nameOf, type OpenPackage, PackageOnDisk, rename, undo } from "./packageOnDisk.ts";

const conversationPath = "agent/conversation.json";

/**
 * Plays a person, other programs and bad luck on one package. Every text has a token of its own, by which it is found
 * again. Throws as soon as anything is lost that should not be.
 */
export class PackagePlayer {
  readonly #onDisk = new PackageOnDisk();
  readonly #answer: DiskAnswer | undefined;
  readonly #pictures = new Map<string, Picture>();
  /** What somebody else wrote last, by its token, until it was shown or asked about. */
  readonly #unseen = new Map<"conversation" | "design", string>();
  #tokens = 0;
  #opened: OpenPackage | undefined;

  /** `answer` is what the person says to every question about the disk; undefined: not now. */
  constructor(answer: DiskAnswer | undefined) {
    this.#answer = answer;
  }

  async open(): Promise<void> {
    this.#opened = await this.#onDisk.open(this.#answer === undefined ? {} : { answer: this.#answer });
  }

  /** Sends a message; not where the person has to decide about the disk first. */
  async converse(): Promise<void> {
    await this.#converse(this.#newToken());
  }

  async converseWithPicture(): Promise<void> {
    const token = this.#newToken();
    await this.#converse(token, await this.#newPicture(token));
  }

  /** The picture is there before a save, and the message that shows it after it. */
  async saveBeforePicture(): Promise<void> {
    const token = this.#newToken();
    const picture = await this.#newPicture(token);
    this.#session.file.addImage(picture.sha256, picture.bytes);
    await this.rename();
    await this.save();
    await this.#converse(token, picture);
  }

  async rename(): Promise<void> {
    await rename(this.#now, this.#newToken());
  }

  async undo(): Promise<void> {
    await undo(this.#now);
  }

  async startNew(): Promise<void> {
    await this.#session.openConversation.startNew();
  }

  async look(): Promise<void> {
    await this.#session.look();
  }

  async save(): Promise<void> {
    if (!(await this.#trySave())) return;
    const { session } = this.#now;
    const stored = this.#onDisk.text(conversationPath) ?? "";
    if (session.hasUnsaved) throw new Error("Something is still unsaved after a save.");
    const isAnswered = session.conversation.history.some(({ role }) => role === "assistant");
    if (isAnswered) this.#expectAll(this.#shown(), tokensIn(stored), "on disk after a save");
    const name = nameOf(this.#now);
    if (name !== undefined && !this.#onDisk.text("document.json")?.includes(name)) {
      throw new Error(`The design is saved as ${name}, but the disk has another one.`);
    }
    const paths = [...this.#onDisk.store.files.keys()];
    for (const sha256 of this.#shownPictures()) {
      if (!paths.some((path) => path.includes(sha256)))
        throw new Error(`A picture isn't on disk after a save: ${sha256}`);
    }
  }

  /** The first write that is meant fails and leaves half of the file. */
  async saveTorn(isMeant: (path: string) => boolean): Promise<void> {
    let left = 1;
    this.#onDisk.store.fate = ({ operation, path }) =>
      operation === "write" && isMeant(path) && left-- > 0 ? "fail" : "go";
    await this.#trySave();
    this.#onDisk.store.fate = () => "go";
  }

  /** The process dies at so many calls of the disk into a save. */
  async dieInSave(calls: number, fate: Fate): Promise<void> {
    const at = this.#onDisk.store.calls.length + 1 + calls;
    this.#onDisk.store.fate = ({ number }: Call) => (number === at ? fate : "go");
    await this.#trySave();
    await this.#session.backup();
    await this.crash();
    const isMarked = this.#onDisk.text("document.json")?.includes("<<<<<<<");
    if (nameOf(this.#now) === undefined && !isMarked) throw new Error("The design is damaged after a crash.");
  }

  /** The window goes, and is there again. */
  async reload(): Promise<void> {
    await this.#session.leave();
    await this.crash();
  }

  /** The process dies and the package is opened again: what the journal or the disk held is there. */
  async crash(): Promise<void> {
    this.#noteSeen();
    const { session } = this.#now;
    const isUnsaved = session.openConversation.isUnsaved;
    const expected = isUnsaved ? this.#shown() : tokensIn(this.#onDisk.text(conversationPath) ?? "");
    const pictures = isUnsaved ? this.#shownPictures() : [];
    const name = session.design.unsavedText === undefined ? undefined : nameOf(this.#now);
    this.#onDisk.crash();
    await this.open();
    this.#expectAll(expected, this.#shown(), "shown after a crash");
    for (const sha256 of pictures) {
      if (this.#session.file.image(sha256) === undefined) throw new Error(`A picture was lost in a crash: ${sha256}`);
    }
    if (name !== undefined && nameOf(this.#now) !== name) throw new Error(`The design ${name} was lost in a crash.`);
  }

  writeTheirConversation(): void {
    const token = this.#newToken();
    this.#onDisk.write(conversationPath, encodeConversation(makeConversation(token)));
    this.#unseen.set("conversation", token);
  }

  damageConversation(): void {
    if (this.#onDisk.text(conversationPath) === undefined) return;
    this.#onDisk.write(conversationPath, "<<<<<<< HEAD\n{}");
    this.#unseen.delete("conversation");
  }

  writeTheirDesign(): void {
    const token = this.#newToken();
    this.#onDisk.write("document.json", `{ "name": "${token}", "pages": [] }`);
    this.#unseen.set("design", token);
  }

  mergeTheirDesign(): void {
    const token = this.#newToken();
    const ours = this.#onDisk.text("document.json") ?? "";
    this.#onDisk.write("document.json", `<<<<<<< HEAD\n${ours}\n=======\n{ "name": "${token}" }\n>>>>>>> theirs\n`);
    this.#unseen.set("design", token);
  }

  /** What somebody else wrote is on disk, shown, or was asked about. */
  expectNothingOverwritten(): void {
    this.#noteSeen();
    for (const [what, token] of this.#unseen) {
      const text = this.#onDisk.text(what === "design" ? "document.json" : conversationPath);
      if (!text?.includes(token)) throw new Error(`Their ${what} ${token} was overwritten unasked.`);
    }
  }

  get #now(): OpenPackage {
    if (this.#opened === undefined) throw new Error("The package isn't open.");
    return this.#opened;
  }

  get #session(): OpenPackage["session"] {
    return this.#now.session;
  }

  async #converse(token: string, ...pictures: Picture[]): Promise<void> {
    await converse(this.#now, token, ...pictures).catch((error: unknown) => {
      if (this.#answer !== undefined) throw error;
    });
    // The look at a turn's end is over too, so that the same steps always do the same.
    await this.#session.look();
  }

  async #trySave(): Promise<boolean> {
    return this.#session.save().then(
      () => true,
      () => false,
    );
  }

  #noteSeen(): void {
    const { asked } = this.#now;
    for (const [what, token] of this.#unseen) {
      const shown = what === "design" ? nameOf(this.#now) === token : this.#shown().has(token);
      if (shown || asked.includes(what)) this.#unseen.delete(what);
    }
    asked.length = 0;
  }

  #newToken(): string {
    this.#tokens += 1;
    return `token${this.#tokens}.`;
  }

  async #newPicture(token: string): Promise<Picture> {
    const picture = await makePicture(token);
    this.#pictures.set(token, picture);
    return picture;
  }

  #shown(): Set<string> {
    return tokensIn(JSON.stringify(this.#session.conversation.snapshot()));
  }

  /** The pictures that the conversation shows and whose bytes are there. */
  #shownPictures(): string[] {
    const shown = this.#shown();
    return [...this.#pictures]
      .filter(([token, { sha256 }]) => shown.has(token) && this.#session.file.image(sha256) !== undefined)
      .map(([, { sha256 }]) => sha256);
  }

  #expectAll(expected: ReadonlySet<string>, actual: ReadonlySet<string>, where: string): void {
    const lost = [...expected].filter((token) => !actual.has(token));
    if (lost.length > 0) throw new Error(`Not ${where}: ${lost.join(", ")}`);
  }
}

function tokensIn(text: string): Set<string> {
  return new Set(text.match(/token\d+\./g));
}
