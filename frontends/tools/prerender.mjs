// Writes the pages that read before any script has run: per language a shell (page.<language>.html), and the landing as
// text inside it, for a stranger (landing.<language>.html) and for who comes with a session (own.<language>.html). The
// gateway picks one (services/gateway/src/shell.rs).
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";

const root = '<div id="root"></div>';

function replaceOnce(page, from, to) {
  if (page.split(from).length !== 2) throw new Error(`${from} must stand in index.html once`);
  return page.replace(from, () => to);
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The file that a source became, by the manifest of the build. */
function fileOf(manifest, source) {
  const found = Object.values(manifest).find((entry) => entry.src === source);
  if (!found) throw new Error(`${source} is not in the manifest`);
  return `/${found.file}`;
}

/** The router writes a script of its own, for where a page is rendered anew each time; our policy lets none run in line. */
const withoutScripts = (markup) => markup.replaceAll(/<script\b[^>]*>.*?<\/script>/gs, "");

export async function prerender(folder) {
  const dist = join(folder, "dist");
  const ahead = join(folder, "dist-prerender");
  await build({
    root: folder,
    configFile: join(folder, "vite.config.ts"),
    logLevel: "warn",
    build: { ssr: "src/prerender.tsx", outDir: ahead, sourcemap: false },
    ssr: { noExternal: true },
  });
  const { languages, landing } = await import(pathToFileURL(join(ahead, "prerender.js")).href);
  const manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));
  const index = readFileSync(join(dist, "index.html"), "utf8");
  // In time for the first picture: a page does not change its letters afterwards (styles/fonts.css).
  const letters = `/assets/${readdirSync(join(dist, "assets")).find((file) => /-latin-wght-normal-.*\.woff2$/.test(file))}`;
  for (const language of languages) {
    const stranger = await landing(language, false);
    const own = await landing(language, true);
    const { title, noscript } = stranger;
    const catalogue = fileOf(manifest, `compiled/${language}.json`);
    const preload = [
      `<link rel="preload" as="font" type="font/woff2" crossorigin href="${letters}">`,
      `<link rel="modulepreload" crossorigin href="${catalogue}">`,
      "</head>",
    ].join("\n    ");
    const titled = replaceOnce(index, "<title>Kajo</title>", `<title>${escaped(title)}</title>`);
    const page = replaceOnce(titled, "</head>", preload);
    const without = `<noscript><p>${escaped(noscript)}</p></noscript>`;
    writeFileSync(join(dist, `page.${language}.html`), replaceOnce(page, root, `${without}\n    ${root}`));
    for (const [name, { markup }] of Object.entries({ landing: stranger, own })) {
      const filled = `${without}\n    <div id="root">${withoutScripts(markup)}</div>`;
      writeFileSync(join(dist, `${name}.${language}.html`), replaceOnce(page, root, filled));
    }
  }
  rmSync(ahead, { recursive: true });
  rmSync(join(dist, ".vite"), { recursive: true });
}
