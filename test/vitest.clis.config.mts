import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/clis/**/*.test.ts"],
    pool: "forks",
    // Each file starts programs of 200 MB, and the machine may be busy.
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 600_000,
    retry: 0,
  },
});
