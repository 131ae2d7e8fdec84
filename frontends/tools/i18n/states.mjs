// How far a translation has come. An entry of another language than Finnish keeps in `state` how sure its text is, and in
// `of` from which Finnish text it was made; when Finnish says something else today, the entry is stale. Pure.
import { createHash } from "node:crypto";

/** What a translator may say of a text: taken from a named source, written, or read by somebody who speaks the language. */
export const states = ["attested", "drafted", "reviewed"];

/** What an entry can be found to be; the last three ask for work. */
export const conditions = [...states, "stale", "missing", "unknown"];

export const staleMessage = "stale: the Finnish text changed; correct it or confirm it in ./just languages";

/** The mark of a Finnish text that its translations carry in `of`. */
export function ofHash(finnish) {
  return createHash("sha256").update(finnish).digest("hex").slice(0, 8);
}

/** One of `conditions`: stale outranks what the entry says of itself. */
export function conditionOf(entry, finnish) {
  if (!entry) return "missing";
  if (entry.of !== ofHash(finnish)) return "stale";
  return states.includes(entry.state) ? entry.state : "unknown";
}

/** How many texts of one language are in which condition. */
export function countsOf(entries, finnishEntries) {
  const counts = Object.fromEntries(conditions.map((condition) => [condition, 0]));
  for (const [id, finnish] of Object.entries(finnishEntries)) {
    counts[conditionOf(entries[id], finnish.defaultMessage)] += 1;
  }
  return counts;
}

/** What is wrong with what an entry says of itself: [{ field, message }]. */
export function entryProblemsOf(entry, finnish) {
  const problems = [];
  const add = (field, message) => problems.push({ field, message });
  if (!entry.state) add("state", "has no state");
  else if (!states.includes(entry.state)) {
    add("state", `has the unknown state "${entry.state}", must be ${states.join(", ")}`);
  }
  if (entry.state === "attested" && !entry.source?.trim()) add("source", "is attested without a source");
  if (!entry.of) add("of", "has no `of`, the mark of its Finnish text");
  else if (entry.of !== ofHash(finnish)) add("of", staleMessage);
  return problems;
}
