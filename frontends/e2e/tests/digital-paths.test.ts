/** Digital paths: built and published by keyboard, activated for a patient, followed until they are over, and ended. */
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import {
  activateByKeys,
  addAndRemoveStep,
  addEntry,
  addSurvey,
  leaveDelayOut,
  newPathCategory,
  openTasks,
  past,
  pathIn,
  paths,
  press,
  publishLongPath,
  running,
  showPast,
  told,
  writePath,
} from "../support/digital-paths";
import { enter } from "../support/keys";
import { publishContent } from "../support/patient-contents";
import { openPatient } from "../support/patients";
import { nurse, professional, resident, topic } from "../support/people";
import { residentUrl } from "../support/stack";
import { publishPain } from "../support/surveys";

afterAll(closeBrowser);

const elli = ["010942-921E", "Elli Fofonoff"] as const;

interface Names {
  readonly path: string;
  readonly longPath: string;
  readonly content: string;
  readonly survey: string;
}

/** A responsible user builds a path by the keyboard, keeps it as a draft and publishes it; another one, which takes days, is there without pages. */
async function build({ path, longPath, content, survey }: Names): Promise<void> {
  const { page, context } = await professional("Ritva");
  // The paths of the demo are there.
  await page.goto(paths);
  await page.getByRole("heading", { level: 1, name: "Lohkoista rakennetut digipolut" }).waitFor();
  await page
    .getByRole("row", { name: /Julkaistu, versio 1/ })
    .first()
    .waitFor();
  expect(await violations(page)).toEqual([]);

  const category = topic("Kuntoutus");
  const serviceContentId = await publishContent(content, "Venytä selkää **joka päivä**.");
  const { surveyId } = await publishPain(context.request, survey, "pistettä");
  const pathCategoryId = await newPathCategory(context.request, category);
  await publishLongPath(context.request, longPath, pathCategoryId, { serviceContentId, surveyId });
  await page.getByRole("link", { name: "Uusi lohkoista rakennettu digipolku" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Uusi lohkoista rakennettu digipolku" }).waitFor();

  await writePath(page, { name: path, category });
  await addEntry(page, content);
  await addSurvey(page, survey);
  await press(page, "Lisää viive");
  await page.getByText(`annetaan ohje ${content}`).first().waitFor();
  await page.getByText(`aktivoidaan kysely ${survey}`).first().waitFor();
  expect(await violations(page)).toEqual([]);
  await press(page, "Tallenna luonnos");
  await told(page, "Luonnos tallennettiin.");
  await page.waitForURL(/\/digipaths\/v2\/[0-9a-f-]{36}$/);
  await leaveDelayOut(page, survey);
  await addAndRemoveStep(page);
  await press(page, /^Julkaise$/);
  await told(page, "Digipolku julkaistiin.");
  await page.getByText("Julkaistu, versio 1").first().waitFor();
  await context.close();
}

it("CON-21 DIG-02 DIG-06 DIG-07 DIG-10 a digital path is built by keyboard and published, activated for a patient, who has what it gives, and one that runs is ended", {
  timeout: 180_000,
}, async () => {
  const names = {
    path: topic("Selkäpolku"),
    longPath: topic("Pitkä selkäpolku"),
    content: topic("Selän venyttely"),
    survey: topic("Selkäkysely"),
  };
  await build(names);

  const { page, context } = await nurse("Liisa");
  await openPatient(page, ...elli);
  await page.getByRole("heading", { level: 3, name: "Hoitopolut" }).waitFor();

  // All of it is done at once: the path is over when that is told.
  await activateByKeys(page, names.path);
  await told(page, "Hoitopolku on aktivoitu.");
  await told(page, "Kaikki heti alkavat vaiheet on tehty.");
  await showPast(page);
  const done = pathIn(past(page), names.path);
  await expect
    .poll(() =>
      done
        .getByRole("list", { name: "Vaiheet" })
        .getByText(/^Tehty /)
        .count(),
    )
    .toBe(2);
  await done.getByText(/^Kaikki vaiheet käyty läpi /).waitFor();
  expect(await violations(page)).toEqual([]);

  // The resident finds both on the start page.
  const own = await resident("Elli", { width: 360 });
  await own.page.goto(`${residentUrl}/fi`);
  for (const name of [names.content, names.survey])
    await own.page.getByRole("link").filter({ hasText: name }).first().waitFor();
  expect(await violations(own.page)).toEqual([]);
  await own.context.close();

  // One that goes on: its step to come is marked, and it is asked about before it runs a second time.
  await activateByKeys(page, names.longPath);
  const runs = running(page).locator("> li").filter({ hasText: names.longPath });
  await expect.poll(() => runs.count()).toBe(1);
  const step = runs.locator("[aria-current=step]").filter({ hasText: names.survey }).first();
  await step.getByText(/^Suunniteltu /).waitFor();
  await step.getByText("Aktiivinen vaihe").waitFor();
  await runs
    .first()
    .getByText(/^Seuraavaksi /)
    .waitFor();
  // The task that it has given says of which path it comes.
  await openTasks(page).getByText(`Hoitopolku: ${names.longPath}`).first().waitFor();
  expect(await violations(page)).toEqual([]);
  await activateByKeys(page, names.longPath, true);
  await expect.poll(() => runs.count()).toBe(2);

  // What is ended is told among the past ones; the other one goes on.
  await runs
    .first()
    .getByRole("button", { name: /^Lopeta polku/ })
    .focus();
  await page.keyboard.press("Enter");
  await page.getByRole("alertdialog").getByText("Se, mitä potilaalle on jo annettu, jää potilaalle.").waitFor();
  expect(await violations(page)).toEqual([]);
  await enter(page, /^Lopeta polku$/);
  await told(page, "Hoitopolku on lopetettu.");
  await expect.poll(() => runs.count()).toBe(1);
  const ended = pathIn(past(page), names.longPath);
  await ended.getByText(/^Lopetettu .*, Liisa Virtanen$/).waitFor();
  await ended.getByText("Jäi tekemättä").first().waitFor();
  await context.close();
});
