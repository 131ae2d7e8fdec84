// Leaves the texts of areas out of the catalogues of an app when it is built, and fetches them beside the code that shows them:
// shared/src/i18n/parts.ts is what does so in the browser, areas.mjs says which texts these are.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { featureOf } from "../imports.mjs";
import { importGraph, shareOut } from "./areas.mjs";
import { root, sourceLanguage } from "./catalogue.mjs";
import { readSource } from "./source.mjs";

const shared = join(root, "shared");
const runtime = join(shared, "src/i18n/parts.ts");

/** Texts that are smaller than this together are not worth a request of their own. In characters, as compiled. */
const least = 700;

/** Code that needs less than this of an area's texts gets it without the others. */
const little = 200;

const isCode = (path) => /\.tsx?$/.test(path) && existsSync(path);

/** The exports of the shared package, by what stands in an import. */
const exported = Object.fromEntries(
  Object.entries(JSON.parse(readFileSync(join(shared, "package.json"), "utf8")).exports).map(([name, path]) => [
    join("@kajo/shared", name),
    join(shared, path),
  ]),
);

/** From a file and what it imports to a file of ours. What is generated shows no texts. */
function fileOf(from, source) {
  const path = source.startsWith(".") ? resolve(dirname(from), source) : exported[source];
  if (path === undefined || path.includes("/rpc/gen/")) return undefined;
  return [path, `${path}.ts`, `${path}.tsx`, join(path, "index.ts")].find(isCode);
}

/** The feature that a file belongs to; of the shared package its folder. */
function areaOf(app, path) {
  const inApp = relative(join(app, "src"), path);
  if (!inApp.startsWith("..")) return featureOf(inApp);
  return join("shared", relative(join(shared, "src"), path).split("/")[0]);
}

const compiled = (app, language) => JSON.parse(readFileSync(join(app, "compiled", `${language}.json`), "utf8"));

/** The files of an app, what it begins with, and how its texts are shared out (areas.mjs). `app` is its folder. */
export function textsOf(app) {
  const entries = ["src/main.tsx", "src/prerender.tsx"].map((entry) => join(app, entry)).filter(isCode);
  const files = importGraph(entries, { read: (path) => readFileSync(path, "utf8"), resolve: fileOf });
  const texts = compiled(app, sourceLanguage);
  const others = readdirSync(join(shared, "src"), { recursive: true })
    .map((path) => join(shared, "src", path))
    .filter((path) => isCode(path) && !path.includes("/rpc/gen/") && !files.has(path))
    .map((path) => readSource(path, readFileSync(path, "utf8")));
  const share = shareOut(files, {
    entries,
    ids: Object.keys(texts),
    areaOf: (path) => areaOf(app, path),
    weigh: (id) => JSON.stringify({ [id]: texts[id] }).length,
    least,
    little,
    others,
  });
  return { entries, files, share };
}

const only = (texts, ids) => JSON.stringify(Object.fromEntries(ids.map((id) => [id, texts[id]])));

/** A plugin of Vite for the app in this folder. */
export function textParts(app) {
  let share;
  const core = join(app, "compiled");
  const parts = join(core, "parts");
  const partFile = (area, language) => join(parts, `${area.replaceAll("/", "-")}.${language}.json`);
  /** Files that stand nowhere: the core of a language with what fetches its parts, and the parts. */
  const made = new Map();

  const make = (language) => {
    const texts = compiled(app, language);
    const loaders = [...share.parts.keys()].map((area) => {
      const file = partFile(area, language);
      made.set(file, () => only(texts, share.parts.get(area)));
      return `${JSON.stringify(area)}: () => import(${JSON.stringify(file)})`;
    });
    const code = `export default JSON.parse(${JSON.stringify(only(texts, share.core))});\nexport const parts = { ${loaders.join(", ")} };\n`;
    const file = join(core, `${language}.js`);
    made.set(file, () => code);
    return file;
  };

  return {
    name: "kajo-text-parts",
    apply: "build",
    enforce: "pre",
    buildStart() {
      share = textsOf(app).share;
      made.clear();
    },
    resolveId: {
      filter: { id: /compiled\/.*\.json$/ },
      handler(source, importer) {
        const path = resolve(importer ? dirname(importer) : app, source);
        if (dirname(path) === core) return make(basename(path, ".json"));
        return made.has(path) ? path : undefined;
      },
    },
    load: {
      filter: { id: /\/compiled\// },
      handler: (id) => made.get(id)?.(),
    },
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: "import(" },
      handler(code, id) {
        let written = code;
        for (const { source, start, end } of readSource(id, code).lazy.toReversed()) {
          const path = fileOf(id, source);
          const areas = path === undefined ? [] : share.areasFor(path);
          if (areas.length === 0) continue;
          const fetched = `withTextsOf(${JSON.stringify(areas)}, () => ${written.slice(start, end)})`;
          written = written.slice(0, start) + fetched + written.slice(end);
        }
        if (written === code) return undefined;
        // At the end, so that every line stays where it was.
        return {
          code: `${written}\nimport { withTexts as withTextsOf } from ${JSON.stringify(runtime)};\n`,
          map: null,
        };
      },
    },
  };
}
