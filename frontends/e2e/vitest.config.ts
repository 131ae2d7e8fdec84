import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { PrivacyLast } from "./support/privacy/last.ts";

const reports = process.env["KAJO_REPORTS"] ?? "../../.local/reports";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    // One stack for all: what one test kills, another would miss.
    fileParallelism: false,
    sequence: { sequencer: PrivacyLast },
    globalSetup: "support/privacy/collector.ts",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ["default", "junit"],
    outputFile: { junit: join(reports, "e2e.xml") },
  },
});
