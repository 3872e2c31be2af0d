import { appendFileSync } from "node:fs";
import { format } from "node:util";
import type Mocha from "mocha";

/**
 * Runs inside the extension host: mocha over the given built test files. The report goes to the file that
 * `SILVERPOINT_TEST_REPORT` names, line by line, because the host's own output is hard to reach from outside. Throws
 * when a test failed or when there was none.
 */
export async function runMochaInside(files: readonly string[]): Promise<void> {
  const {
    SILVERPOINT_TEST_REPORT: report,
    SILVERPOINT_TEST_MOCHA: mochaPath,
    SILVERPOINT_TEST_GREP: grep,
  } = process.env;
  if (!report || !mochaPath) throw new Error("The tests were started without runTestsInside.");
  const say = (...values: unknown[]) => appendFileSync(report, `${format(...values)}\n`);
  try {
    const { default: MochaClass }: { default: typeof Mocha } = await import(mochaPath);
    MochaClass.reporters.Base.consoleLog = say;
    const mocha = new MochaClass({ ui: "bdd", color: false, timeout: 60_000, ...(grep ? { grep } : {}) });
    for (const file of files) mocha.addFile(file);
    await runToEnd(mocha);
  } catch (error) {
    say(error);
    throw error;
  }
}

async function runToEnd(mocha: Mocha): Promise<void> {
  let total = 0;
  const failures = await new Promise<number>((resolve) => {
    total = mocha.run(resolve).total;
  });
  if (total === 0) throw new Error("There was no test to run.");
  if (failures > 0) throw new Error(`${failures} of ${total} tests failed.`);
}
