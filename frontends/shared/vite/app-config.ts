/** How both apps are built and served in development; each app's vite.config.ts is one call of this. */
import { fileURLToPath } from "node:url";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type UserConfig } from "vite";

export interface AppConfigOptions {
  /** The app's folder, as `import.meta.url` of its vite.config.ts. */
  readonly from: string;
  readonly port: number;
  /** Address of the running platform for this app, for the development server. */
  readonly platform: string | undefined;
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

export function appConfig({ from, port, platform }: AppConfigOptions): UserConfig {
  const fromPlatform = { target: platform ?? "http://127.0.0.1:8080", changeOrigin: false };
  return defineConfig({
    root: fileURLToPath(new URL(".", from)),
    plugins: [
      layerOrder,
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
      sourcemap: true,
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
