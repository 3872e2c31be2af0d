import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/vscode/run.test.ts"],
    pool: "forks",
    testTimeout: 900_000,
    retry: 0,
  },
});
