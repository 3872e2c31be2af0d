import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: "test/support/host/browserSetup.ts",
    include: ["test/panel/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // A machine that is busy draws later; what is shown doesn't depend on it.
    expect: { poll: { timeout: 10_000, interval: 20 } },
  },
});
