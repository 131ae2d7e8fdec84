// Builds both apps for the gateway: catalogues, bundles, and .br and .gz beside each asset.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { root } from "./i18n/catalogue.mjs";
import { prerender } from "./prerender.mjs";

const compressed = new Set([".js", ".css", ".svg", ".json"]);

/** Files below this do not get smaller in any way that matters. */
const leastBytes = 512;

function compress(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !compressed.has(extname(entry.name))) continue;
    const file = join(entry.parentPath, entry.name);
    const bytes = readFileSync(file);
    if (bytes.length < leastBytes) continue;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

try {
  execFileSync(process.execPath, [join(root, "tools/i18n-compile.mjs")], { cwd: root, stdio: "inherit" });
  for (const app of ["resident", "practitioner"]) {
    const folder = join(root, app);
    if (!existsSync(join(folder, "src/main.tsx"))) continue;
    execFileSync(join(root, "node_modules/.bin/vite"), ["build", "--logLevel", "warn", "--manifest"], {
      cwd: folder,
      stdio: "inherit",
      env: { ...process.env, VITE_CONFIG_NATIVE_IGNORE_WARNING: "true" },
    });
    if (existsSync(join(folder, "src/prerender.tsx"))) await prerender(folder);
    compress(join(folder, "dist"));
    console.log(`${app} built`);
  }
} catch (error) {
  console.error(error.stack);
  process.exit(1);
}
