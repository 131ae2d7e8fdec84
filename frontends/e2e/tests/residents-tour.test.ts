// @module-tag long: every route in every language
/** Every route of residents, visited once in each language: what is asked of every page is looked at in one go. */
import type { CDPSession, Page, Route } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { SurveyActivationService } from "../../shared/src/rpc/gen/kajo/survey/v1/activation_pb";
import { lightAlone, violations } from "../support/axe";
import { closeBrowser, type Visit, visit } from "../support/browser";
import { intercept } from "../support/intercept";
import { provideEino } from "../support/own-things";
import { settled, stateOf } from "../support/page";
import { openPatient } from "../support/patients";
import { newcomer, nurse, resident } from "../support/people";
import { findInbox, htmlLang, residentLanguages, residentPaths, survey } from "../support/routes";
import { call } from "../support/rpc";
import { scriptsOf } from "../support/scripts";
import { sideBySide } from "../support/side-by-side";
import { practitionerUrl, residentUrl } from "../support/stack";
import { faultsOf, goWithin, lossesInEveryLook } from "../support/tour";

afterAll(closeBrowser);

const minutes = 60_000;

type Language = (typeof residentLanguages)[number];

interface Stop {
  readonly language: Language;
  readonly path: string;
}

/** The one with the longest words and the largest catalogue: what fits there fits everywhere. */
const wordiest = "sms";

/**
 * The most scripts of a route, in kilobytes. What few need of the access log is fetched later, and there is room for it to grow; a conversation,
 * with files and drafts in it, has outgrown the rest by as much as texts of refusals weigh that come with every page. Chat queues have the list of
 * all icons with them, hours, a way in, and the own chats of who has some. One kilobyte came to every page with those who are not signed in and are
 * known again. Who has done the onboarding passes through it to the start page, and so fetches two pages. Questions bring the fields that they ask
 * for, which are fetched while one reads what they are about: a number weighs 25 and a date 55 kilobytes more. Announcements came to every page
 * with one kilobyte, and two came to the start page with the rows that it shares with events, where each kind of event has its own. Instructions to
 * read are two more there, and the words of instructions, results and prescriptions one on every page.
 */
function budgetOf(path: string): number {
  if (path.includes("/applications/") && path.endsWith("step=questions")) return 302;
  if (path.endsWith("step=questions") || path.endsWith("fill=true")) return 255;
  if (path.endsWith("/user/access-log")) return 205;
  if (path.endsWith("/chat")) return 230;
  if (path.endsWith("/events")) return 236;
  if (path.includes("/onboarding/")) return 227;
  return 221;
}

/** Which pages somebody else sees: nobody who is signed in comes to them. */
const strangers = ["/", "/authentication", "/access-denied"];

/** A resident's page that knows whose it is: until then the landing greets everybody. */
async function shownToOwner(page: Page): Promise<void> {
  await page.locator("header button[aria-expanded]").nth(1).waitFor();
  await settled(page);
}

type Complain = (what: string) => void;

async function lookAt(page: Page, { language }: Stop, complain: Complain): Promise<string> {
  const state = await stateOf(page);
  for (const fault of faultsOf(state, htmlLang(language))) complain(fault);
  if (!state.title.includes(state.heading)) complain(`title ${state.title}`);
  if (state.small.length > 0) complain(`small targets ${state.small.join(" | ")}`);
  return state.heading;
}

/** All rules in each theme in Finnish, all rules in the longest words; and there in every way of looking. */
async function lookClosely(page: Page, devtools: CDPSession, { language }: Stop, complain: Complain): Promise<void> {
  if (language === "fi") for (const violation of await violations(page)) complain(violation);
  if (language !== wordiest) return;
  for (const violation of await violations(page, lightAlone)) complain(violation);
  for (const loss of await lossesInEveryLook(page, devtools)) complain(loss);
}

/** Nothing comes for which the page waits until it rests, or some seconds: on a slow machine it would count, on a fast one not. */
const never = `{
  const soon = window.setTimeout;
  window.setTimeout = (then, ms, ...given) => (ms >= 1500 ? 0 : soon(then, ms, ...given));
  window.requestIdleCallback = () => 0;
}`;

/** Opens it as somebody does whose cache is empty, and waits for all of the scripts that it is drawn with; then as everybody does. */
async function openAfresh(page: Page, devtools: CDPSession, { path }: Stop, complain: Complain): Promise<void> {
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await devtools.send("Page.enable");
  const { identifier } = await devtools.send("Page.addScriptToEvaluateOnNewDocument", { source: never });
  await page.goto(residentUrl + path);
  await settled(page);
  await page.waitForLoadState("networkidle");
  const size = await scriptsOf(page);
  if (size > budgetOf(path)) complain(`${size.toFixed(1)} KB of scripts`);
  await devtools.send("Page.removeScriptToEvaluateOnNewDocument", { identifier });
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: false });
  await page.reload();
  await settled(page);
}

const headings = async (page: Page) =>
  (await page.getByRole("heading", { level: 1 }).allTextContents()).filter((text) => text !== "");

/** Loads it anew: it has its heading while nothing of its data has come, and the same as before when it has. */
async function reload(page: Page, heading: string, complain: Complain): Promise<void> {
  const held: Route[] = [];
  let holding = true;
  const mend = await intercept(page, "**/kajo.*/*", (route) => (holding ? void held.push(route) : route.continue()));
  await page.reload();
  const early = () => headings(page).then((found) => found.length);
  await expect
    .poll(early)
    .toBe(1)
    .catch(() => complain("no heading before its data has come"));
  holding = false;
  await Promise.all(held.map((route) => route.continue().catch(() => {})));
  await shownToOwner(page);
  const again = await stateOf(page);
  if (again.heading !== heading) complain(`reloaded to ${again.heading}`);
  await mend();
}

it("NAV-01 NAV-05 NAV-17 NAV-18 opens every route in each language, speaks it, fits 360 px, loses nothing at 200 %, at 400 % or with spaced text, is accessible in each theme, reloads and goes back", {
  timeout: 12 * minutes,
}, async () => {
  const wrong: string[] = [];
  const start = `${residentUrl}/fi/language?from=elsewhere`;

  const visitRoutes = async ({ page, context }: Visit, shown: (page: Page) => Promise<void>) => {
    const devtools = await context.newCDPSession(page);
    let language: Language | undefined;
    return async (stop: Stop) => {
      const complain = (what: string) => wrong.push(`${stop.path}: ${what}`);
      const address = residentUrl + stop.path;
      const iso = htmlLang(stop.language);
      const between = `${residentUrl}/${stop.language}/language`;
      if (stop.language === "fi" && page.url() !== start) await page.goto(start);
      if (stop.language === wordiest) await openAfresh(page, devtools, stop, complain);
      else if (stop.language === "fi" || stop.language !== language) await page.goto(address);
      else for (const fault of await goWithin(page, address, { between, language: iso })) complain(fault);
      language = stop.language;
      await shown(page);
      const heading = await lookAt(page, stop, complain);
      await lookClosely(page, devtools, stop, complain);
      if (stop.language !== "fi" || shown !== shownToOwner) return;
      await reload(page, heading, complain);
      // A page that sends people elsewhere would not let them go back.
      await page.goBack();
      await shown(page);
      const back = await stateOf(page);
      if (page.url() !== start || !back.title.includes(back.heading)) complain(`back leads to ${page.url()}`);
    };
  };

  const phone = { width: 360, height: 740 };
  const open = residentLanguages.flatMap((language) =>
    strangers.map((path) => ({ language, path: `/${language}${path}` })),
  );
  await sideBySide(
    open,
    () => visit(phone),
    (own) => visitRoutes(own, settled),
  );

  const eino = () => resident("Eino", phone);
  const first = await eino();
  const liisa = await nurse("Liisa");
  const patientId = await openPatient(liisa.page, "121275-933V", "Eino Saarinen");
  await call(liisa.context.request, practitionerUrl, SurveyActivationService.method.activateSurvey, {
    patientId,
    surveyId: survey,
    again: true,
  });
  await liisa.context.close();
  await provideEino();
  const found = await findInbox(first.context);
  await first.context.close();
  const own = residentLanguages.flatMap((language) =>
    residentPaths(language, found).map((path) => ({ language, path })),
  );
  await sideBySide(own, eino, (own) => visitRoutes(own, shownToOwner));

  // On the way in: whoever is in already is led out of it, and no test leads Göran in.
  const steps = own.filter(
    ({ language, path }) => path.includes("/onboarding/") && ["fi", wordiest].includes(language),
  );
  await sideBySide(
    steps,
    () => newcomer("Göran", phone),
    (own) => visitRoutes(own, shownToOwner),
  );
  expect(wrong, wrong.join("\n")).toEqual([]);
});
