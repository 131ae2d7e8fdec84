// The catalogues as a translator works on them: every Finnish text with its translations, and the two ways to change one.
// Files are read anew each time, so that an editor or git may change them meanwhile.
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { parse } from "@formatjs/icu-messageformat-parser";
import { apps, catalogueFile, languagesOf, readEntries, root, sourceLanguage } from "../i18n/catalogue.mjs";
import { argumentsOf, messageProblemsOf } from "../i18n/message.mjs";
import { conditionOf, countsOf, entryProblemsOf, ofHash } from "../i18n/states.mjs";

/** A change that is not made; `problems` says at which field and why. */
export class Refusal extends Error {
  constructor(status, problems) {
    super(problems.map(({ message }) => message).join("; "));
    this.status = status;
    this.problems = problems;
  }
}

/** @param base the folder that holds shared, resident and practitioner */
export function openStore(base = root) {
  const folders = ["shared", ...Object.keys(apps)].filter((folder) =>
    existsSync(catalogueFile(folder, sourceLanguage, base)),
  );

  /** Every Finnish text with its translations, and the sums per app and language. */
  function overview() {
    const rows = [];
    const counts = [];
    for (const folder of folders) {
      const finnish = readEntries(folder, sourceLanguage, base);
      const others = languagesOf(folder).filter((language) => language !== sourceLanguage);
      const entries = Object.fromEntries(others.map((language) => [language, readEntries(folder, language, base)]));
      for (const language of others) {
        counts.push({ app: folder, language, counts: countsOf(entries[language], finnish) });
      }
      for (const [key, origin] of Object.entries(finnish)) {
        rows.push({
          app: folder,
          key,
          finnish: origin.defaultMessage,
          of: ofHash(origin.defaultMessage),
          description: origin.description,
          placeholders: placeholdersOf(origin.defaultMessage),
          translations: Object.fromEntries(
            others.map((language) => [language, shown(entries[language][key], origin.defaultMessage)]),
          ),
        });
      }
    }
    return { rows, counts };
  }

  /** The Finnish entry, all entries of the language and the one in question; refuses what is not there to be translated. */
  function open({ app, language, key }) {
    const known = folders.includes(app) && languagesOf(app).includes(language) && language !== sourceLanguage;
    const finnish = known ? readEntries(app, sourceLanguage, base) : {};
    if (!Object.hasOwn(finnish, key)) {
      throw new Refusal(404, [{ field: "text", message: "no such text; load the page again" }]);
    }
    const entries = readEntries(app, language, base);
    return { finnish, origin: finnish[key].defaultMessage, entries, entry: entries[key] };
  }

  /** What the build would say of a text. */
  function check({ app, language, key, text }) {
    return messageProblemsOf(text, language, { text: open({ app, language, key }).origin, language: sourceLanguage });
  }

  /** A translator's text of what they saw: `of` is the Finnish text, `was` the translation that was on their page. */
  function save({ app, language, key, text, state, source, of, was }) {
    const { finnish, origin, entries, entry } = open({ app, language, key });
    refuseWhenChanged({ origin, entry, of, was });
    const { defaultMessage: _text, state: _state, source: _source, of: _of, ...rest } = entry ?? {};
    const attested = state === "attested" ? { source: source.trim() } : {};
    const next = { defaultMessage: text, ...rest, state, ...attested, of };
    const problems = [
      ...check({ app, language, key, text }).map((message) => ({ field: "text", message })),
      ...entryProblemsOf(next, origin),
    ];
    if (problems.length > 0) throw new Refusal(422, problems);
    write(app, language, placed(entries, key, next, finnish));
    return shown(next, origin);
  }

  /** The text still fits a Finnish text that changed: only the mark is renewed. */
  function confirm({ app, language, key, of, was }) {
    const { origin, entries, entry } = open({ app, language, key });
    refuseWhenChanged({ origin, entry, of, was });
    if (!entry) throw new Refusal(422, [{ field: "text", message: "there is no text to confirm" }]);
    const next = { ...entry, of };
    const problems = check({ app, language, key, text: next.defaultMessage });
    if (problems.length > 0)
      throw new Refusal(
        422,
        problems.map((message) => ({ field: "text", message })),
      );
    write(app, language, { ...entries, [key]: next });
    return shown(next, origin);
  }

  function write(app, language, entries) {
    const file = catalogueFile(app, language, base);
    const next = `${file}.${process.pid}.tmp`;
    try {
      writeFileSync(next, `${JSON.stringify(entries, null, 2)}\n`);
      renameSync(next, file);
    } finally {
      rmSync(next, { force: true });
    }
  }

  const entries = (app, language) => readEntries(app, language, base);

  return { overview, check, save, confirm, entries, write };
}

/** A Finnish text that is no message shows in the build, and keeps nobody from the others. */
function placeholdersOf(text) {
  try {
    return [...argumentsOf(parse(text))].map(([name, kind]) => ({ name, kind }));
  } catch {
    return [];
  }
}

/** An entry as the page has it; `condition` is what the sums count. */
function shown(entry, finnish) {
  const condition = conditionOf(entry, finnish);
  return { text: entry?.defaultMessage ?? null, state: entry?.state, source: entry?.source, condition };
}

/** Two people, or one and an editor: nobody's work is overwritten unseen. */
function refuseWhenChanged({ origin, entry, of, was }) {
  const changed = [];
  if (of !== ofHash(origin)) changed.push("the Finnish text");
  if (was !== (entry?.defaultMessage ?? null)) changed.push("this translation");
  if (changed.length > 0) {
    const message = `${changed.join(" and ")} changed meanwhile; reload the texts to see it`;
    throw new Refusal(409, [{ field: "text", message }]);
  }
}

/** A known key stays where it is; a new one comes behind the key that stands before it in Finnish. */
function placed(entries, key, entry, finnish) {
  if (key in entries) return { ...entries, [key]: entry };
  const keys = Object.keys(finnish);
  const before = keys.slice(0, keys.indexOf(key)).findLast((earlier) => earlier in entries);
  const list = Object.entries(entries);
  list.splice(before === undefined ? 0 : Object.keys(entries).indexOf(before) + 1, 0, [key, entry]);
  return Object.fromEntries(list);
}
