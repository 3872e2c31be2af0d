import type * as vscode from "vscode";
import type { WorkspaceFiles } from "../../src/agent/tools/workspaceFiles.ts";
import type { DesignEdit } from "../../src/editor/designFile.ts";
import type { DiskAnswer } from "../../src/editor/diskQuestion.ts";
import { PackageSession } from "../../src/editor/session.ts";
import { Journals } from "../../src/journal/journals.ts";
import type { Picture } from "./conversations.ts";
import { MemoryFileStore } from "./memoryFileStore.ts";
import { MemoryJournals } from "./memoryJournals.ts";
import { message } from "./messages.ts";
import { ScriptedModel } from "./scriptedModel.ts";

const address = "file:///home/ada/Poster.silverpoint";
const uri = { path: new URL(address).pathname } as vscode.Uri;

/** No workspace is around the package. */
const noFiles: WorkspaceFiles = {
  find: async () => ({ kind: "refused", reason: "There is no workspace folder." }),
  read: async () => ({ kind: "refused", reason: "There is no workspace folder." }),
};

interface OpenOptions {
  readonly window?: string;
  readonly answer?: DiskAnswer;
  /** Answers the messages; one that says "ok" unless given. */
  readonly model?: ScriptedModel;
  /** What the workspace tells agents. */
  readonly readInstructions?: () => Promise<string | undefined>;
}

const nothing = async () => undefined;

/** The package as one window has it open. */
export interface OpenPackage {
  readonly session: PackageSession;
  /** What the person was asked about, in order. */
  readonly asked: ("conversation" | "design")[];
  /** The undo steps that VS Code was given, newest last. */
  readonly steps: DesignEdit[];
}

/** A package in memory with its journals, opened with the product's own session, and closed as rudely as a test likes. */
export class PackageOnDisk {
  store: MemoryFileStore;
  journals = new MemoryJournals();
  #windows = 0;
  readonly #alive = new Set<number>();

  constructor(design = '{ "name": "Poster", "pages": [] }') {
    this.store = new MemoryFileStore(new Map([["document.json", new TextEncoder().encode(design)]]));
  }

  /** Opens it in a window; `answer` is what the person says to every question about the disk. */
  async open({
    window = "window",
    answer,
    model = new ScriptedModel(),
    readInstructions = nothing,
  }: OpenOptions = {}): Promise<OpenPackage> {
    this.#windows += 1;
    const writer = this.#windows;
    this.#alive.add(writer);
    const isAlive = (other: number) => this.#alive.has(other);
    const journals = new Journals({ store: this.journals, writer, window, isAlive, onFailure: rethrow });
    const asked: OpenPackage["asked"] = [];
    const session = await PackageSession.open(uri, this.store, {
      turnPorts: async (ours) => ({ ...model.ports(), ...ours }),
      openClis: () => ({
        status: undefined,
        startsSession: () => true,
        model: () => Promise.reject(new Error("No program is started here.")),
        prepare: async () => undefined,
        restart: async () => undefined,
        end: async () => undefined,
      }),
      chosenCli: () => undefined,
      startCliEarly: () => undefined,
      canvasOf: () => undefined,
      namedPackage: async () => undefined,
      imageMaker: { make: () => Promise.reject(new Error("No image is made here.")) },
      workspaceFiles: () => noFiles,
      readInstructions,
      log: { info: () => undefined, warn: () => undefined },
      openJournal: () => journals.open(address),
      keepsConversation: () => true,
      modeOf: () => "Just do it",
      keepMode: () => undefined,
      writeSkill: async () => "",
      isWritable: () => true,
      askAboutDisk: async (what) => {
        asked.push(what);
        return answer;
      },
      mayRemove: async () => true,
    });
    const steps: DesignEdit[] = [];
    session.openDesign.edits.onDidEdit((edit) => steps.push(edit));
    return { session, asked, steps };
  }

  /** Every window that has it open dies. What they still do reaches neither the disk nor the journals. */
  crash(): void {
    const { files } = this.journals;
    this.store = this.store.restart();
    this.journals = new MemoryJournals();
    for (const [name, text] of files) this.journals.files.set(name, text);
    this.#alive.clear();
  }

  /** What a file holds; undefined when there is none. */
  text(path: string): string | undefined {
    const bytes = this.store.files.get(path);
    return bytes && new TextDecoder().decode(bytes);
  }

  /** Somebody else writes a file. */
  write(path: string, content: string | Uint8Array): void {
    this.store.writeFromOutside(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
  }
}

/** A message, shown with pictures, is answered; the journal has it. */
export async function converse({ session }: OpenPackage, text: string, ...pictures: Picture[]): Promise<void> {
  for (const { sha256, bytes } of pictures) session.file.addImage(sha256, bytes);
  const images = pictures.map(({ sha256 }) => ({ sha256, mimeType: "image/png" }));
  await session.send(message(text, { images }));
  await session.backup();
}

/** The person renames the design; the journal has it. */
export async function rename({ session }: OpenPackage, name: string): Promise<void> {
  session.openDesign.edits.rename(name);
  await session.backup();
}

/** The person takes the last step back; the journal has it. */
export async function undo({ session, steps }: OpenPackage): Promise<void> {
  steps.pop()?.undo();
  await session.backup();
}

/** What the person said in the conversation, oldest first. */
export function said({ session }: OpenPackage): (string | undefined)[] {
  return session.conversation.items.filter(({ type }) => type === "user").map(({ text }) => text);
}

/** The design's name; undefined when the design can't be read. */
export function nameOf({ session }: OpenPackage): string | undefined {
  const { state } = session.design;
  return state.kind === "readable" ? state.name : undefined;
}

function rethrow(error: unknown): never {
  throw error;
}
