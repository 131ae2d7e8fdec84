// Which texts of an app come with its first page, and which with the code that shows them. Pure: it is handed how files are found and read.
import { readSource } from "./source.mjs";

/**
 * The files of an app as they are imported, from its entries on.
 *
 * @param entries paths of the files that the app begins with
 * @param read path to code
 * @param resolve file and what it imports to a path; undefined for what shows no texts: packages, styles, generated code
 */
export function importGraph(entries, { read, resolve }) {
  const files = new Map();
  const waiting = [...entries];
  while (waiting.length > 0) {
    const path = waiting.pop();
    if (files.has(path)) continue;
    const source = readSource(path, read(path));
    const inApp = (imports) =>
      imports.map((each) => ({ ...each, path: resolve(path, each.source) })).filter((each) => each.path !== undefined);
    const file = { ...source, imports: inApp(source.imports), lazy: inApp(source.lazy) };
    if (source.handsOn) file.handsOn = inApp(source.handsOn);
    files.set(path, file);
    waiting.push(...[...file.imports, ...file.lazy].map((each) => each.path));
  }
  return files;
}

/** The files that names of a file lead to: through one that only hands on, to those that it has them from. All of it without names. */
function targetsOf(files, path, names) {
  const { handsOn } = files.get(path);
  if (handsOn === undefined || names === undefined) return [path];
  return names.flatMap((name) => {
    const named = handsOn.filter(({ exported }) => exported === name);
    // A name that stands nowhere is one of those handed on as a whole, or a type.
    const sources = named.length > 0 ? named : handsOn.filter(({ exported }) => exported === undefined);
    return sources.flatMap(({ path: source, imported, exported }) => {
      if (imported !== undefined) return targetsOf(files, source, [imported]);
      return targetsOf(files, source, exported === undefined ? [name] : undefined);
    });
  });
}

/** All files that are there once these are: without what they fetch later. */
export function closureOf(files, paths) {
  const closure = new Set();
  const waiting = [...paths];
  while (waiting.length > 0) {
    const path = waiting.pop();
    if (closure.has(path)) continue;
    closure.add(path);
    for (const each of files.get(path).imports) waiting.push(...targetsOf(files, each.path, each.names));
  }
  return closure;
}

const failed = "failed.";

/**
 * The part with why calls are refused. Anything may be refused, and hardly anything is: these texts come when a call first is
 * (`reasonTexts` in shared/src/i18n/parts.ts), without those that some code shows by itself.
 */
const reasons = "reasons";

/** What is said of any failure, also of one that leaves nothing to be fetched, comes from the start. */
const isReason = (id) => id.startsWith("error.") && id !== "error.unknown" && !id.startsWith("error.code.");

function reasonsOf(files, all) {
  const named = new Set([...files.values()].flatMap(({ literals }) => [...literals]));
  return all.filter((id) => isReason(id) && !named.has(id));
}

/** What a file may show: ids that stand in it, those it may put together, and what did not happen when one of its calls fails. */
function idsOf(file, ids) {
  const { literals, beginnings, endings, identifiers } = file;
  const begins = [...beginnings].filter((each) => each !== failed);
  return ids.filter((id) => {
    if (literals.has(id)) return true;
    if (begins.some((beginning) => id.startsWith(beginning))) return true;
    if ([...endings].some((ending) => id.endsWith(ending))) return true;
    if (!id.startsWith(failed)) return false;
    const call = id.slice(failed.length);
    return literals.has(call) || identifiers.has(call[0].toLowerCase() + call.slice(1));
  });
}

/**
 * Shares the texts of an app out. A text goes to the part of an area when only files of that area show it, and none of them is
 * there from the start; all others are the core, which comes with the first page, and reasons, which come when they are needed.
 *
 * @param files of `importGraph`
 * @param entries what the app begins with
 * @param ids of all texts
 * @param areaOf path to the area of a file
 * @param weigh id to the size of its text
 * @param least a part smaller than this is not worth a request: its texts go to the core
 * @param little code that needs less than this of a part does not fetch it: what it needs goes to the core
 * @param others files that the app could have and has not: texts that they alone show are nowhere in it
 */
export function shareOut(files, { entries, ids: all, areaOf, weigh, least, little, others = [] }) {
  const first = closureOf(files, entries);
  const why = reasonsOf(files, all);
  const rest = all.filter((id) => !why.includes(id));
  const shownBy = new Map([...files].map(([path, file]) => [path, file.handsOn ? [] : idsOf(file, rest)]));
  const shown = new Set([...shownBy.values()].flat());
  const elsewhere = new Set(others.flatMap((file) => idsOf(file, rest)).filter((id) => !shown.has(id)));
  const ids = rest.filter((id) => !elsewhere.has(id));
  const areas = areasOf(shownBy, first, areaOf);
  const weight = (members) => members.reduce((sum, id) => sum + weigh(id), 0);
  const targets = new Set([...files.values()].flatMap(({ lazy }) => lazy.map(({ path }) => path)));
  const shownLater = new Map([...targets].map((path) => [path, shownWith(files, path, first, shownBy)]));
  for (const shown of shownLater.values()) {
    for (const members of byArea(shown, areas).values()) {
      if (weight(members) < little) for (const id of members) areas.delete(id);
    }
  }
  for (const members of byArea(ids, areas).values()) {
    if (weight(members) < least) for (const id of members) areas.delete(id);
  }
  return {
    core: ids.filter((id) => !areas.has(id)),
    parts: why.length > 0 ? byArea(ids, areas).set(reasons, why) : byArea(ids, areas),
    /** The texts that only the others show. */
    left: [...elsewhere],
    /** The areas whose texts code needs that is fetched later. */
    areasFor: (path) => [...byArea(shownLater.get(path) ?? [], areas).keys()].sort(),
  };
}

/** The area of each text that files of one area alone show, none of them from the start. */
function areasOf(shownBy, first, areaOf) {
  const areas = new Map();
  for (const [path, shown] of shownBy) {
    const area = first.has(path) ? undefined : areaOf(path);
    for (const id of shown) areas.set(id, areas.has(id) && areas.get(id) !== area ? undefined : area);
  }
  return new Map([...areas].filter(([, area]) => area !== undefined));
}

/** The texts of code that is fetched later, with all that comes with it. */
function shownWith(files, path, first, shownBy) {
  const later = [...closureOf(files, [path])].filter((each) => !first.has(each));
  return [...new Set(later.flatMap((each) => shownBy.get(each)))];
}

/** Those of the texts that belong to an area, by area. */
function byArea(ids, areas) {
  const found = new Map();
  for (const id of ids) {
    const area = areas.get(id);
    if (area !== undefined) found.set(area, [...(found.get(area) ?? []), id]);
  }
  return found;
}
