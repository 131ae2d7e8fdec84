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

/** As ui/Phones.tsx does it. */
const withPhones = (text) =>
  text.replaceAll(
    /116[ \u00A0]117|\b112\b/g,
    (number) => `<a href="tel:${number.replaceAll(/\s/g, "")}">${number}</a>`,
  );

/** The file that a source became, by the manifest of the build. */
function fileOf(manifest, source) {
  const found = Object.values(manifest).find((entry) => entry.src === source);
  if (!found) throw new Error(`${source} is not in the manifest`);
  return `/${found.file}`;
}

/** The files of letters, each with what it is for (styles/fonts.css). */
const fonts = [
  ...readFileSync(new URL("../shared/src/styles/fonts.css", import.meta.url), "utf8").matchAll(
    /@font-face \{(.*?)\n\}/gs,
  ),
].map(([, face]) => ({
  file: /([\w-]+)\.woff2"/.exec(face)[1],
  ranges: [...face.slice(face.indexOf("unicode-range")).matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].map(
    ([, first, last = first]) => [Number.parseInt(first, 16), Number.parseInt(last, 16)],
  ),
}));

/** The files that a text needs: one fetched ahead that nothing is written with is fetched for nothing, and the browser says so. */
const lettersOf = (text) =>
  fonts
    .filter(({ ranges }) =>
      [...text].some((letter) =>
        ranges.some(([first, last]) => letter.codePointAt(0) >= first && letter.codePointAt(0) <= last),
      ),
    )
    .map(({ file }) => new RegExp(`^${file}-.*\\.woff2$`));

/** What is read of a markup: names of languages stand in a menu that is closed. */
const wordsOf = (markup) =>
  withoutScripts(markup)
    .replaceAll(/<a [^>]*\blang="[^"]*"[^>]*>.*?<\/a>/gs, "")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&amp;", "&");

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
  const assets = readdirSync(join(dist, "assets"));
  for (const language of languages) {
    const stranger = await landing(language, false);
    const own = await landing(language, true);
    const { title, noscript } = stranger;
    const catalogue = fileOf(manifest, `compiled/${language}.js`);
    // What stands around every page; what stands in it is known of the landing alone.
    const around = stranger.markup.replace(/<main.*<\/main>/s, "");
    const preload = (markup) =>
      [
        // In time for the first picture: a page does not change its letters afterwards (styles/fonts.css).
        ...lettersOf(wordsOf(markup)).map(
          (letters) =>
            `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${assets.find((file) => letters.test(file))}">`,
        ),
        `<link rel="modulepreload" crossorigin href="${catalogue}">`,
        "</head>",
      ].join("\n    ");
    const titled = replaceOnce(index, "<title>Kajo</title>", `<title>${escaped(title)}</title>`);
    const headed = (markup) => replaceOnce(titled, "</head>", preload(markup));
    const without = `<noscript><p>${withPhones(escaped(noscript))}</p></noscript>`;
    writeFileSync(join(dist, `page.${language}.html`), replaceOnce(headed(around), root, `${without}\n    ${root}`));
    for (const [name, { markup }] of Object.entries({ landing: stranger, own })) {
      const filled = `${without}\n    <div id="root">${withoutScripts(markup)}</div>`;
      writeFileSync(join(dist, `${name}.${language}.html`), replaceOnce(headed(markup), root, filled));
    }
  }
  rmSync(ahead, { recursive: true });
  rmSync(join(dist, ".vite"), { recursive: true });
}
