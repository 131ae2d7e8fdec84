import { join } from "node:path";
import { defineConfig } from "vitest/config";

const reports = process.env["KAJO_REPORTS"] ?? "../../.local/reports";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    // One stack for all: what one test kills, another would miss.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ["default", "junit"],
    outputFile: { junit: join(reports, "e2e.xml") },
  },
});
