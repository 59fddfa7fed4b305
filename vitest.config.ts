import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/support/setup.ts"],
    // All cores: by default one is left idle, which is half of a small machine.
    maxWorkers: "100%",
    // Properties take seconds where several suites share two cores.
    testTimeout: 20_000,
  },
});
