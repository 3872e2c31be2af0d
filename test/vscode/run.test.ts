import { cp, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { bundleTests } from "../support/host/bundleTests.ts";
import { runTestsInside } from "../support/host/testRun.ts";
import { hostileGroups, writeHostilePackage } from "../support/hostile/index.ts";
import { startModelServer } from "../support/modelServer/index.ts";

it("every suite passes inside a real VS Code", async () => {
  const folder = await mkdtemp(join(await realpath(tmpdir()), "silverpoint-vscode-"));
  const server = await startModelServer();
  try {
    const workspace = join(folder, "workspace");
    await cp("test/fixtures/cases/packages", join(workspace, "cases"), { recursive: true });
    await placeHostilePackages(join(workspace, "hostile"));
    const suites = (await readdir("test/vscode")).filter((name) => name.endsWith(".suite.ts"));
    const testsPath = await bundleTests(
      suites.map((name) => resolve("test/vscode", name)),
      join(folder, "tests"),
    );
    const { exitCode, report } = await runTestsInside({
      extensionPath: resolve("."),
      testsPath,
      workspace,
      environment: { ANTHROPIC_API_KEY: "test-key", ANTHROPIC_BASE_URL: server.url },
    });
    expect(report).toContain("passing");
    expect(exitCode).toBe(0);
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
});

/** Some of each group, and all that have links; with a list of them and what reading each must give. */
async function placeHostilePackages(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const chosen = Object.values(hostileGroups).flatMap((group) =>
    group.filter((each, index) => each.links.length > 0 || index % Math.ceil(group.length / 6) === 0),
  );
  for (const each of chosen) await writeHostilePackage(each, folder);
  const list = chosen.map(({ name, kind, says }) => ({ name, kind, says }));
  await writeFile(join(folder, "list.json"), JSON.stringify(list));
}
