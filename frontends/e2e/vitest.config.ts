import { join } from "node:path";
import { defineConfig } from "vitest/config";

const reports = process.env.KAJO_REPORTS ?? "../../.local/reports";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    // One file at a time on a stack: what one test kills, another would miss. Which stack runs which, runner/ decides.
    fileParallelism: false,
    globalSetup: ["support/privacy/collector.ts", "support/announce.ts"],
    setupFiles: ["support/afresh.ts", "support/failed.ts", "support/texts.ts"],
    // What is not long is the gate: one journey of each area, quick, and green whenever the code is right.
    tags: [
      {
        name: "long",
        description:
          "Left out of the gate: tours, refusals, second journeys, and what depends on how fast the machine is.",
        timeout: 300_000,
      },
    ],
    // A machine that others use as well may stand still for a while: what is awaited comes late then, and comes.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: ["default", "junit"],
    outputFile: { junit: join(reports, "e2e.xml") },
  },
});
