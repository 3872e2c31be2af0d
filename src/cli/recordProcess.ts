import { type ChildProcess, type Exit, type StartOptions, startProcess } from "./childProcess.ts";
import { readLines } from "./lines.ts";

/** A program that speaks in lines of JSON. */
export interface RecordProcess {
  send(record: unknown): void;
  end(): Promise<void>;
  errorTail(): string;
  /** How it ended, once everything that it said has been handed on. */
  readonly ended: Promise<Exit>;
}

export interface RecordHandlers {
  /** A JSON object that came. */
  readonly onRecord: (record: unknown) => void;
  readonly onActivity: () => void;
  readonly log: (line: string) => void;
}

/** Starts a program and hands on each JSON object that it prints. Other lines, such as a banner, are passed over. */
export function startRecordProcess(
  path: string,
  args: readonly string[],
  options: StartOptions,
  { onRecord, onActivity, log }: RecordHandlers,
): RecordProcess {
  const child = startProcess(path, args, options);
  const read = async (): Promise<void> => {
    for await (const line of readLines(child.output)) {
      onActivity();
      const record = parseRecord(line);
      if (record === undefined) log(`a line that is no record was passed over (${line.length} characters)`);
      else onRecord(record);
    }
  };
  return {
    send: (record) => child.write(`${JSON.stringify(record)}\n`),
    end: () => child.end(),
    errorTail: child.errorTail,
    ended: endOf(child, read()),
  };
}

/** A program whose output can't be read is ended. */
async function endOf(child: ChildProcess, reading: Promise<void>): Promise<Exit> {
  try {
    await reading;
    return await child.exited;
  } catch (error) {
    await child.end();
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

// ESC begins what colours a terminal.
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, "g");

/** The JSON object that a line is, if it is one. */
function parseRecord(line: string): object | undefined {
  const text = line.trimStart().startsWith("{") ? line : line.replace(colours, "");
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** How a program ended, in a few words. */
export function describeExit({ code, signal, error }: Exit): string {
  if (error !== undefined) return error;
  return signal === undefined ? `exit code ${code ?? "unknown"}` : `signal ${signal}`;
}
