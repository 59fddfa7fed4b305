import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/support/setup.ts"],
    // Properties take seconds where several suites share two cores.
    testTimeout: 20_000,
  },
});
