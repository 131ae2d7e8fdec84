// Which part of an app may use which: the app its features, a feature what is shared. What one feature takes from another is written
// down here, so that it is seen when it comes; what many take stands in a folder of its own. No two features use each other.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const frontends = fileURLToPath(new URL("..", import.meta.url));

/** Folders that any feature of the app may use. */
const common = {
  resident: ["documents", "entry", "filling", "fresh", "guardians", "profile", "visit"],
  practitioner: [
    "admin/editor",
    "admin/module",
    "admin/PanelLink",
    "admin/publication",
    "admin/workplaces",
    "appointment-types",
    "booking-systems",
    "chat-closure",
    "due",
    "editing",
    "flags",
    "ground",
    "names",
    "non-disclosure",
    "service-areas",
    "shortcuts",
    "work-context",
  ],
};

/** What else one feature takes from another. */
const allowed = {
  resident: [
    // Appointments to come are rows as of the inbox.
    "appointments -> inbox",
    "conversation -> applications",
    "conversation -> trail",
    // Events are what others keep, with their words.
    "events -> appointments",
    "events -> chat",
    "events -> health-records",
    "events -> inbox",
    "events -> patient-content",
    "events -> surveys",
    "events -> task",
    "new-message -> trail",
    "on-behalf -> start",
    "onboarding -> terms",
    // Contents to read are rows as of the inbox.
    "patient-content -> inbox",
    "settings -> about",
    "start -> appointments",
    "start -> inbox",
    "start -> patient-content",
    "start -> surveys",
    "start -> task",
    // Surveys are rows as of the inbox.
    "surveys -> inbox",
    "task -> content",
    "task -> inbox",
    // Whoever has assessed their symptoms joins a queue.
    "triage -> chat",
  ],
  practitioner: [
    "admin/AdminLandingPage -> planned",
    // Queues name surveys.
    "admin/chat-queues -> admin/surveys",
    "admin/queues -> admin/surveys",
    // Both begin with one professional, found by name.
    "admin/professionals -> admin/access-explanation",
    "calendar -> participants",
    "chat -> phrases",
    // The palette goes where the menu goes.
    "commands -> app/main-menu",
    "commands -> inbox",
    // What is written first is written as any other message or question is.
    "compose -> conversation",
    "compose -> patient",
    "compose -> phrases",
    "conversation -> access-log",
    "conversation -> customer-task",
    "conversation -> patient-surveys",
    "conversation -> phrases",
    "desktop -> inbox",
    "inbox -> compose",
    "inbox -> conversation",
    "patient -> access-log",
    // Appointments of a patient are written as in the calendar.
    "patient -> calendar",
    "patient -> conversation",
    "patient -> customer-task",
    // Colleagues are those to whom conversations are handed.
    "participants -> conversation",
    // Conversations of a patient are rows as in the inbox.
    "patient -> inbox",
    "patient -> patient-content",
    "patient -> patient-paths",
    "patient -> patient-surveys",
    "patient -> phrases",
    "patient -> recommendation",
    // They lead to what was answered.
    "patient-surveys -> survey-results",
    // What is about to be booked is shown as what is booked, for a patient who is looked up as for a message.
    "patient-booking -> calendar",
    "patient-booking -> compose",
    "patient-booking -> participants",
    "patient-booking -> patient",
  ],
};

const IMPORT = /(?:from|import\()\s*"(\.[^"]+)"/g;

/** The feature that a file of an app's `src` belongs to; undefined outside of features. Panels of the admin are features each. */
export function featureOf(path) {
  const [top, area, panel] = path.replace(/\.tsx?$/, "").split("/");
  if (top !== "features") return undefined;
  return area === "admin" && panel ? `admin/${panel}` : area;
}

/** Every pair "one -> other" of features of an app, and the files of features that import from `app`. */
export function edgesOf(source) {
  const edges = new Map();
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const from = featureOf(relative(source, file));
    if (from === undefined) continue;
    for (const [, target] of readFileSync(file, "utf8").matchAll(IMPORT)) {
      const path = relative(source, resolve(dirname(file), target));
      const to = path.startsWith("app/") ? path : featureOf(path);
      if (to !== undefined && to !== from) edges.set(`${from} -> ${to}`, relative(frontends, file));
    }
  }
  return edges;
}

/** What is wrong with these edges, a line each. */
export function problemsOf(edges, commonFolders, allowedEdges) {
  const known = new Set(allowedEdges);
  const isCommon = (feature) => commonFolders.includes(feature);
  const problems = [];
  for (const [edge, file] of edges) {
    const [from, to] = edge.split(" -> ");
    if (edges.has(`${to} -> ${from}`) && from < to) problems.push(`${from} and ${to} use each other`);
    if (!isCommon(to) && !known.has(edge)) problems.push(`${file}: ${edge} is not written down in tools/imports.mjs`);
    if (isCommon(from) && !isCommon(to) && !known.has(edge))
      problems.push(`${file}: ${from} is for all, and uses ${to}`);
  }
  for (const edge of known)
    if (!edges.has(edge)) problems.push(`${edge} is written down in tools/imports.mjs and is no more`);
  return problems;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = Object.keys(common).flatMap((app) =>
    problemsOf(edgesOf(join(frontends, app, "src")), common[app], allowed[app]).map((problem) => `${app}: ${problem}`),
  );
  for (const problem of problems) console.error(problem);
  process.exit(problems.length === 0 ? 0 : 1);
}
