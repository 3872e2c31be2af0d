import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/product/**/*.test.ts"],
    pool: "forks",
    // Each file drives a whole VS Code, so they take turns.
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 600_000,
    retry: 0,
    // A poll waits for something a person would wait for; the usual second is too short for a whole editor.
    expect: { poll: { timeout: 30_000, interval: 50 } },
  },
});
