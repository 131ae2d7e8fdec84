// The check over the catalogues as they stand: shared alone, and each app with shared.
import { existsSync } from "node:fs";
import { apps, catalogueFile, catalogues, entriesOf, languagesOf, sourceLanguage, sources } from "./catalogue.mjs";
import { problemsOf, stateProblemsOf } from "./check.mjs";

/** Beginnings of ids that the code puts together from codes of the server or names of enumerations. */
const dynamic = ["error.", "failed.", "field.", "thread.event.", "attachment.problem."];

/** Apps whose folder holds texts. */
export function presentApps() {
  return Object.keys(apps).filter((app) => existsSync(catalogueFile(app, sourceLanguage)));
}

export function problems() {
  const present = presentApps();
  const found = problemsOf(catalogues(["shared"], languagesOf("shared")), {
    source: sourceLanguage,
    // A text of shared may be used by one app alone.
    code: sources(["shared", ...present]),
    dynamic,
  }).map((problem) => `shared: ${problem}`);
  for (const app of present) {
    found.push(
      ...problemsOf(catalogues([app], apps[app]), {
        source: sourceLanguage,
        code: sources([app]),
        dynamic,
      }).map((problem) => `${app}: ${problem}`),
    );
    const shared = catalogues(["shared"], [sourceLanguage])[sourceLanguage];
    for (const id of Object.keys(catalogues([app], [sourceLanguage])[sourceLanguage])) {
      if (id in shared) found.push(`${app}: ${sourceLanguage}: ${id}: stands in shared too`);
    }
  }
  for (const folder of ["shared", ...present]) {
    const entries = entriesOf(folder, languagesOf(folder));
    found.push(...stateProblemsOf(entries, { source: sourceLanguage }).map((problem) => `${folder}: ${problem}`));
  }
  return found;
}
