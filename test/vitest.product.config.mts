import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: "test/support/host/editorSetup.ts",
    include: ["test/product/**/*.test.ts"],
    pool: "forks",
    // Each file drives a whole VS Code and mostly waits for it; more than two of them only slow each other down.
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 600_000,
    retry: 0,
    // A poll waits for something a person would wait for; the usual second is too short for a whole editor.
    expect: { poll: { timeout: 60_000, interval: 50 } },
  },
});
