// The marks of translations, made where a person wrote texts by hand: in which state a text is, and from which Finnish text it was made.
import { apps, languagesOf, sourceLanguage } from "../i18n/catalogue.mjs";
import { ofHash } from "../i18n/states.mjs";

/** Languages and keys in the order of their files, each a text that says not yet what it was made from. Nothing that says it is touched. */
export function fill(store) {
  const filled = [];
  for (const folder of ["shared", ...Object.keys(apps)]) {
    const finnish = store.entries(folder, sourceLanguage);
    for (const language of languagesOf(folder).filter((each) => each !== sourceLanguage)) {
      const entries = store.entries(folder, language);
      const bare = Object.keys(entries).filter((key) => key in finnish && !entries[key].of);
      for (const key of bare) {
        entries[key] = { state: "drafted", ...entries[key], of: ofHash(finnish[key].defaultMessage) };
      }
      if (bare.length > 0) store.write(folder, language, entries);
      filled.push(...bare.map((key) => `${folder}: ${language}: ${key}`));
    }
  }
  return filled;
}

/**
 * A new text, or other words for one that is there: `texts` by language, Finnish among them where it is new or changes. Answers with the
 * languages in which the text is now missing or stale.
 */
export function add(store, folder, key, texts) {
  const finnish = store.entries(folder, sourceLanguage);
  const origin = texts[sourceLanguage] ?? finnish[key]?.defaultMessage;
  if (origin === undefined) throw new Error(`${folder} has no text ${key}: say it in Finnish (fi=..)`);
  const unknown = Object.keys(texts).filter((language) => !languagesOf(folder).includes(language));
  if (unknown.length > 0) throw new Error(`${folder} does not speak ${unknown.join(", ")}`);
  const of = ofHash(origin);
  const open = [];
  for (const language of languagesOf(folder)) {
    const entries = store.entries(folder, language);
    const text = texts[language];
    if (text === undefined) {
      if (language !== sourceLanguage && entries[key]?.of !== of) open.push(language);
      continue;
    }
    const { source: _source, ...before } = entries[key] ?? {};
    const said = { ...before, defaultMessage: text };
    const entry = language === sourceLanguage ? said : { ...said, state: "drafted", of };
    store.write(folder, language, placed(entries, key, entry));
  }
  return open;
}

/** A known key stays where it is; a new one comes behind the last with which it shares the most of its beginning. */
function placed(entries, key, entry) {
  if (key in entries) return { ...entries, [key]: entry };
  const shared = (other) => {
    const [ours, theirs] = [key.split("."), other.split(".")];
    const different = ours.findIndex((part, index) => part !== theirs[index]);
    return different === -1 ? ours.length : different;
  };
  const keys = Object.keys(entries);
  const most = Math.max(0, ...keys.map(shared));
  const list = Object.entries(entries);
  list.splice(most === 0 ? list.length : keys.findLastIndex((other) => shared(other) === most) + 1, 0, [key, entry]);
  return Object.fromEntries(list);
}
