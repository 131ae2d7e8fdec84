/** Two texts that grew out of one: what either adds stands in both, and nothing that they share stands there twice. */

import { type Change, letterChanges, wordChanges } from "./differences";

/** A word goes with the blanks behind it, so that two sentences do not meet in their blanks alone. */
const wordsOf = (text: string): readonly string[] => text.match(/\S+\s*|\s+/g) ?? [];

/**
 * `base` is what both go on from. What was taken out of it in one text is gone, unless the other has changed the same words. Joining
 * once more with either text changes nothing. `taking`: what was taken out is gone in any case.
 */
export function joined(base: string, here: string, there: string, taking = false): string {
  if (there === base || here === there) return here;
  if (here === base) return there;
  const words = wordsOf(base);
  const ours = wordChanges(words, wordsOf(here));
  const theirs = wordChanges(words, wordsOf(there));
  if (base === "" || !ours || !theirs) return both(here, there);
  let text = "";
  let at = 0;
  for (const { start, end, here: own, there: other } of places(ours, theirs)) {
    const before = words.slice(start, end).join("");
    text += words.slice(at, start).join("");
    if (other.length === 0) text += changed(words, start, end, own);
    else if (own.length === 0) text += changed(words, start, end, other);
    else text += together(before, changed(words, start, end, own), changed(words, start, end, other), taking);
    at = end;
  }
  return text + words.slice(at).join("");
}

/** Of two that have nothing to go on from. */
function both(here: string, there: string): string {
  if (here.includes(there)) return here;
  return there.includes(here) ? there : `${here}\n\n${there}`;
}

/** Where a text was changed: by one, or by both at once. */
interface Place {
  readonly start: number;
  readonly end: number;
  readonly here: readonly Change[];
  readonly there: readonly Change[];
}

function places(ours: readonly Change[], theirs: readonly Change[]): readonly Place[] {
  const all = [
    ...ours.map((change) => ({ change, isOurs: true })),
    ...theirs.map((change) => ({ change, isOurs: false })),
  ].toSorted((a, b) => a.change.start - b.change.start);
  const found: Place[] = [];
  for (const { change, isOurs } of all) {
    const last = found.at(-1);
    const meets = last && (change.start < last.end || change.start === last.start);
    const place = meets ? last : { start: change.start, end: change.end, here: [], there: [] };
    if (meets) found.pop();
    found.push({
      start: place.start,
      end: Math.max(place.end, change.end),
      here: isOurs ? [...place.here, change] : place.here,
      there: isOurs ? place.there : [...place.there, change],
    });
  }
  return found;
}

/** A piece of the common text as one of both has it. */
function changed(pieces: readonly string[], from: number, to: number, its: readonly Change[]): string {
  let text = "";
  let at = from;
  for (const { start, end, text: instead } of its) {
    text += pieces.slice(at, start).join("") + instead;
    at = end;
  }
  return text + pieces.slice(at, to).join("");
}

/** Both have changed the same words: letter by letter what either adds or keeps stays. */
function together(base: string, here: string, there: string, taking: boolean): string {
  const letters = [...base];
  const ours = letterChanges(letters, [...here]);
  const theirs = letterChanges(letters, [...there]);
  if (!ours || !theirs) return both(here, there);
  const isIn = (its: readonly Change[], at: number) => its.some(({ start, end }) => start <= at && at < end);
  const isGone = (at: number) => (taking ? isIn(ours, at) || isIn(theirs, at) : isIn(ours, at) && isIn(theirs, at));
  const added = (its: readonly Change[], at: number) => its.find(({ start }) => start === at)?.text ?? "";
  let text = "";
  for (let at = 0; at <= letters.length; at += 1) {
    text += side(added(ours, at), added(theirs, at), letters.length === 0);
    if (!isGone(at)) text += letters[at] ?? "";
  }
  return text;
}

/** What both add at one place. One that begins as the other does is an earlier state of it. */
function side(here: string, there: string, areWords: boolean): string {
  if (here.startsWith(there)) return here;
  if (there.startsWith(here)) return there;
  return here + (areWords && /\S$/.test(here) ? " " : "") + there;
}
