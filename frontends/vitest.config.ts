import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

const reports = process.env.KAJO_REPORTS ?? "../.local/reports";

/** Made of hundreds of files each, which every file of tests would read anew: bundled once, reading them takes half the time. */
const BUNDLED = [
  "@internationalized/date",
  "@reduxjs/toolkit",
  "@reduxjs/toolkit/query/react",
  "@tanstack/react-router",
  "lucide-react",
  "react",
  "react-aria-components",
  "react-dom",
  "react-dom/client",
  "react-intl",
  "react-redux",
  "react/jsx-dev-runtime",
];

export default defineConfig({
  test: {
    // As in the browser's tests: a machine that stands still for a while is no failure.
    testTimeout: 30_000,
    include: ["{shared,resident,practitioner}/test/**/*.test.{ts,tsx}", "tools/**/*.test.mjs"],
    environment: "jsdom",
    setupFiles: ["shared/test/setup.ts"],
    deps: { optimizer: { client: { enabled: true, include: BUNDLED } } },
    // A fourth of their time tests wait for what a page does later: two at a time use a small machine, too.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Screens must not depend on where the machine stands.
    env: { TZ: "America/New_York" },
    reporters: ["default", "junit"],
    outputFile: { junit: join(reports, "frontends.xml") },
    // Code that a page fetches when it has come to rest may be asked for just as its file of tests ends: that is nobody's failure.
    onUnhandledError: (error) => error.name !== "EnvironmentTeardownError",
  },
});
