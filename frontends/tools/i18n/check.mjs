// What the catalogues must hold together. Pure: texts in, problems out; each names language and key.
import { messageProblemsOf } from "./message.mjs";
import { entryProblemsOf } from "./states.mjs";

/**
 * @param catalogues texts by language and id
 * @param source the language that the others are held against
 * @param code all sources as one text; undefined leaves out the search for unused keys
 * @param dynamic beginnings of ids that the code puts together, for example "error."
 */
export function problemsOf(catalogues, { source, code, dynamic = [] }) {
  const problems = [];
  const wanted = catalogues[source];
  for (const [language, texts] of Object.entries(catalogues)) {
    for (const id of Object.keys(wanted)) if (!(id in texts)) problems.push(`${language}: ${id}: missing`);
    for (const [id, text] of Object.entries(texts)) {
      if (!(id in wanted)) problems.push(`${language}: ${id}: not in ${source}`);
      const origin = id in wanted ? { text: wanted[id], language: source } : undefined;
      for (const problem of messageProblemsOf(text, language, origin)) problems.push(`${language}: ${id}: ${problem}`);
    }
  }
  if (code !== undefined) {
    for (const id of Object.keys(wanted)) {
      const used =
        code.includes(`"${id}"`) || code.includes(`\`${id}\``) || dynamic.some((beginning) => id.startsWith(beginning));
      if (!used) problems.push(`${source}: ${id}: unused`);
    }
  }
  return problems;
}

/**
 * What the entries of the other languages say of themselves: a state, a source for an attested word, and the Finnish text
 * they were made from, which must be that of today.
 *
 * @param catalogues whole entries by language and id
 */
export function stateProblemsOf(catalogues, { source }) {
  const wanted = catalogues[source];
  return Object.entries(catalogues)
    .filter(([language]) => language !== source)
    .flatMap(([language, entries]) =>
      Object.entries(entries)
        // A key that Finnish does not have is a problem of its own.
        .filter(([id]) => id in wanted)
        .flatMap(([id, entry]) =>
          entryProblemsOf(entry, wanted[id].defaultMessage).map(({ message }) => `${language}: ${id}: ${message}`),
        ),
    );
}
