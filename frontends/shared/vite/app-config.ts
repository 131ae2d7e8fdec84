/** How both apps are built and served in development; each app's vite.config.ts is one call of this. */
import { fileURLToPath } from "node:url";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type UserConfig } from "vite";
import { textParts } from "../../tools/i18n/text-parts.mjs";

export interface AppConfigOptions {
  /** The app's folder, as `import.meta.url` of its vite.config.ts. */
  readonly from: string;
  readonly port: number;
  /** Address of the running platform for this app, for the development server. */
  readonly platform: string | undefined;
  /** Whether texts come area by area, beside the code that shows them. */
  readonly textsByArea?: boolean;
}

/**
 * Layers rank by who is named first, and chunks of styles come in any order: so each of them names all layers, in the
 * order that counts.
 */
const layerOrder: Plugin = {
  name: "kajo-layer-order",
  enforce: "pre",
  transform: {
    filter: { id: /\.css$/ },
    handler: (code) => ({ code: `@layer reset, tokens, base, components;\n${code}`, map: null }),
  },
};

/** What the messages look like stands in the generated code as base64, which no compression sees through: names are written as they are. */
const plainDescriptors: Plugin = {
  name: "kajo-plain-descriptors",
  apply: "build",
  transform: {
    filter: { id: /\/rpc\/gen\/.*_pb\.ts$/ },
    handler: (code) => ({
      code: code.replace(
        /fileDesc\("([^"]+)"/,
        (_all, base64: string) => `fileDesc(btoa(${JSON.stringify(atob(base64))})`,
      ),
      map: null,
    }),
  },
};

/**
 * The components' announcer empties itself by `innerHTML`, which the pages' policy on trusted types forbids: the second step of a number
 * or of a part of a date would end the page.
 */
const announcerWithoutHtml: Plugin = {
  name: "kajo-announcer-without-html",
  apply: "build",
  transform: {
    filter: { id: /\/dist\/private\/live-announcer\/LiveAnnouncer\.m?js$/ },
    handler(code) {
      const mended = code.replaceAll(/(this\.\w+)\.innerHTML = ''/g, "$1.replaceChildren()");
      if (mended === code) this.error("the announcer has no innerHTML any more: this plugin can go");
      return { code: mended, map: null };
    },
  },
};

/**
 * What no page does without is one file, and so is what makes the first call to a service: together they compress better
 * than in a dozen pieces, and nothing is fetched that was not fetched anyway.
 */
const alwaysTogether = [
  { name: "first", tags: ["$initial" as const] },
  {
    name: "wire",
    test: /node_modules\/(@bufbuild\/protobuf|@connectrpc\/[^/]+)\/|shared\/src\/(live\/follow|rpc\/(codec|failure-of|grpc-web-transport|gen\/(google|kajo\/live)))/,
  },
];

export function appConfig({ from, port, platform, textsByArea = true }: AppConfigOptions): UserConfig {
  const root = fileURLToPath(new URL(".", from));
  const fromPlatform = { target: platform ?? "http://127.0.0.1:8080", changeOrigin: false };
  return defineConfig({
    root,
    plugins: [
      textsByArea && textParts(root),
      layerOrder,
      plainDescriptors,
      announcerWithoutHtml,
      react(),
      // The components bring texts in thirty languages; the apps need three (Sami speaks Finnish here).
      { ...optimizeLocales.vite({ locales: ["fi-FI", "sv-SE", "en-US", "en-GB"] }), enforce: "pre" },
    ],
    resolve: {
      alias: {
        // Catalogues are compiled, so nothing has to be parsed in the browser.
        "@formatjs/icu-messageformat-parser": "@formatjs/icu-messageformat-parser/no-parser.js",
      },
      dedupe: ["react", "react-dom", "react-intl", "react-redux", "@tanstack/react-router"],
    },
    css: { transformer: "lightningcss" },
    build: {
      target: ["chrome120", "firefox121", "safari17.2"],
      assetsDir: "assets",
      // The content security policy allows no data: scripts or styles.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // For whoever reads a report; the gateway shows them to nobody, so no file names them.
      sourcemap: "hidden",
      // What pages may cost is measured in a browser (e2e/tests/budgets.test.ts).
      chunkSizeWarningLimit: 1_000,
      rolldownOptions: { output: { codeSplitting: { groups: alwaysTogether } } },
    },
    server: {
      port,
      strictPort: true,
      proxy: {
        "/api": fromPlatform,
        "^/kajo\\.": fromPlatform,
      },
    },
  });
}
