// Reads the catalogues: lang/<code>.json of shared and of one app, merged per language.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The languages of each app; Finnish is the source that the others are held against. */
export const apps = {
  resident: ["fi", "en", "sv", "sme", "smn", "sms"],
  practitioner: ["fi", "en", "sv"],
};

export const sourceLanguage = "fi";

/** The languages a folder's texts must have: what both apps say is read in all of them. */
export function languagesOf(folder) {
  return apps[folder] ?? apps.resident;
}

/** Where the texts of one app, or of shared, lie. */
export function catalogueFile(folder, language, base = root) {
  return join(base, folder, "lang", `${language}.json`);
}

/** { id: { defaultMessage, state, .. } } of one file; nothing when there is none. */
export function readEntries(folder, language, base = root) {
  const file = catalogueFile(folder, language, base);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** { fi: { id: entry }, en: .. } of one app, or of shared alone. */
export function entriesOf(folder, languages) {
  return Object.fromEntries(languages.map((language) => [language, readEntries(folder, language)]));
}

function read(folder, language) {
  return Object.fromEntries(
    Object.entries(readEntries(folder, language)).map(([id, entry]) => [id, entry.defaultMessage]),
  );
}

/** { fi: { id: text }, en: .. } of one app, or of shared alone. */
export function catalogues(folders, languages) {
  return Object.fromEntries(
    languages.map((language) => [language, Object.assign({}, ...folders.map((folder) => read(folder, language)))]),
  );
}

/** The sources in which ids are looked for. */
export function sources(folders) {
  return folders
    .flatMap((folder) => {
      const start = join(root, folder, "src");
      if (!existsSync(start)) return [];
      return readdirSync(start, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes("/rpc/gen"))
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
    })
    .join("\n");
}
