// Compiles the catalogues to <app>/compiled/<language>.json (parsed, so that no parser goes to the browser; what is
// plain text stays that) and writes the ids with their arguments as types. Fails, naming the key, when a catalogue is not complete.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { presentApps, problems } from "./i18n/all.mjs";
import { apps, catalogues, root, sourceLanguage } from "./i18n/catalogue.mjs";
import { argumentsOf, parseIn, unbroken } from "./i18n/message.mjs";

const found = problems();
if (found.length > 0) console.error(found.map((problem) => `i18n: ${problem}`).join("\n"));
// With a key that is merely unused the types can be written, and the build still fails below.
if (found.some((problem) => !problem.endsWith(": unused"))) process.exit(1);

const types = { text: "string | number", select: "string", number: "number", date: "Date | number" };

function writeTypes(folder, texts) {
  const lines = Object.entries(texts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, text]) => {
      const args = [...argumentsOf(parse(text))]
        .filter(([, kind]) => kind !== "tag")
        .map(([name, kind]) => `${name}: ${types[kind]}`);
      return `  "${id}": ${args.length > 0 ? `{ ${args.join("; ")} }` : "never"};`;
    });
  mkdirSync(join(root, folder, "types"), { recursive: true });
  writeFileSync(join(root, folder, "types/messages.gen.d.ts"), `interface KajoMessages {\n${lines.join("\n")}\n}\n`);
}

function compile(language, text) {
  const elements = parseIn(language, unbroken(text), { captureLocation: false });
  return elements.length === 1 && elements[0].type === TYPE.literal ? elements[0].value : elements;
}

function writeCompiled(folder, folders, languages) {
  mkdirSync(join(root, folder, "compiled"), { recursive: true });
  for (const [language, texts] of Object.entries(catalogues(folders, languages))) {
    const compiled = Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, compile(language, text)]));
    writeFileSync(join(root, folder, "compiled", `${language}.json`), JSON.stringify(compiled));
  }
}

writeTypes("shared", catalogues(["shared"], [sourceLanguage])[sourceLanguage]);
writeCompiled("shared", ["shared"], apps.resident);
for (const app of presentApps()) {
  writeTypes(app, catalogues(["shared", app], [sourceLanguage])[sourceLanguage]);
  writeCompiled(app, ["shared", app], apps[app]);
}
process.exit(found.length > 0 ? 1 : 0);
