import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { InParts } from "./support/order.ts";

const reports = process.env.KAJO_REPORTS ?? "../../.local/reports";
const part = process.env.KAJO_E2E_PART;

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    // One stack for all: what one test kills, another would miss.
    fileParallelism: false,
    sequence: { sequencer: InParts },
    globalSetup: "support/privacy/collector.ts",
    setupFiles: ["support/afresh.ts", "support/failed.ts"],
    // A machine that others use as well may stand still for a while: what is awaited comes late then, and comes.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: ["default", "junit"],
    outputFile: { junit: join(reports, part ? `e2e-${part}.xml` : "e2e.xml") },
  },
});
