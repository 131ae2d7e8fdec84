/** For `./just pictures`: not a test, and run like one because that brings a browser and a platform along. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["*.pictures.ts"],
    globalSetup: ["../support/announce.ts"],
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 60_000,
  },
});
