import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: "test/support/host/editorSetup.ts",
    include: ["test/vscode/run.test.ts"],
    pool: "forks",
    testTimeout: 900_000,
    retry: 0,
  },
});
