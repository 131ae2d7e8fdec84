import { join } from "node:path";
import { defineConfig } from "vitest/config";

const reports = process.env.KAJO_REPORTS ?? "../.local/reports";

export default defineConfig({
  test: {
    // As in the browser's tests: a machine that stands still for a while is no failure.
    testTimeout: 30_000,
    include: ["{shared,resident,practitioner}/test/**/*.test.{ts,tsx}", "tools/**/*.test.mjs"],
    environment: "jsdom",
    setupFiles: ["shared/test/setup.ts"],
    // Screens must not depend on where the machine stands.
    env: { TZ: "America/New_York" },
    reporters: ["default", "junit"],
    outputFile: { junit: join(reports, "frontends.xml") },
    // Code that a page fetches when it has come to rest may be asked for just as its file of tests ends: that is nobody's failure.
    onUnhandledError: (error) => error.name !== "EnvironmentTeardownError",
  },
});
