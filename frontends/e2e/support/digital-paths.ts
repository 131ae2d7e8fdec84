/** Digital paths as people build, activate and end them: what stands where on their pages, and paths without pages. */
import { randomUUID } from "node:crypto";
import type { APIRequestContext, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { Matter } from "../../shared/src/rpc/gen/kajo/common/v1/common_pb";
import { PathCategoryService } from "../../shared/src/rpc/gen/kajo/digipath_engine/v1/path_category_pb";
import { PathService } from "../../shared/src/rpc/gen/kajo/digipath_engine/v1/path_pb";
import { ActionKind, ConditionKind, DelayUnit } from "../../shared/src/rpc/gen/kajo/digipath_engine/v1/plan_pb";
import { violations } from "./axe";
import { enter, stop, tabTo } from "./keys";
import { call } from "./rpc";
import { practitionerUrl } from "./stack";

const search = "Hae hoitopolun nimellä";

export const paths = `${practitionerUrl}/fi/admin/digipaths/v2`;

const inAll = (text: string) => ({ fi: text, sv: `${text} sv`, en: `${text} en` });

/** A responsible user adds a category of digital paths; its id. */
export async function newPathCategory(http: APIRequestContext, name: string): Promise<string> {
  const { savePathCategory } = PathCategoryService.method;
  const { pathCategoryId } = await call(http, practitionerUrl, savePathCategory, { details: { name: inAll(name) } });
  return pathCategoryId;
}

interface Gives {
  readonly serviceContentId: string;
  readonly surveyId: string;
}

/** A queue to which tasks of patients belong. */
async function taskQueue(http: APIRequestContext): Promise<string> {
  const { taskQueues } = await call(http, practitionerUrl, PathService.method.listPathReferences, {});
  const queue = taskQueues.find(({ archived }) => !archived);
  if (!queue) throw new Error("there is no queue of tasks of patients");
  return queue.id;
}

/** A path that a professional activates: at once a content and a task, and a survey three days after them. */
const givesLater = ({ serviceContentId, surveyId }: Gives, subcategoryId: string) => [
  {
    blockId: randomUUID(),
    steps: [
      {
        stepId: randomUUID(),
        condition: { kind: ConditionKind.MANUAL },
        action: { kind: ActionKind.CONTENT, serviceContentId },
      },
      {
        stepId: randomUUID(),
        condition: { kind: ConditionKind.AFTER_PREVIOUS },
        action: {
          kind: ActionKind.TASK,
          subcategoryId,
          title: inAll("Venytä selkä"),
          instruction: inAll("Aamuin illoin."),
        },
      },
      {
        stepId: randomUUID(),
        condition: { kind: ConditionKind.AFTER_PREVIOUS },
        delay: { unit: DelayUnit.DAYS, amount: 3 },
        action: { kind: ActionKind.SURVEY, surveyId },
      },
    ],
  },
];

/** A path that goes on for days, published without pages. */
export async function publishLongPath(
  http: APIRequestContext,
  name: string,
  pathCategoryId: string,
  given: Gives,
): Promise<void> {
  const blocks = givesLater(given, await taskQueue(http));
  const details = { name: inAll(name), pathCategoryId, matter: Matter.HEALTH, blocks };
  const { problems } = await call(http, practitionerUrl, PathService.method.publishPath, { details });
  if (problems[0]) throw new Error(`the path is not published: ${problems[0].code}`);
}

/** The field of the step that was added last. */
const ofLast = (page: Page, label: RegExp): Locator => page.getByRole("combobox", { name: label }).last();

async function write(page: Page, group: string, language: string, text: string): Promise<void> {
  const field = page.getByRole("group", { name: new RegExp(`^${group}`) }).getByRole("textbox", { name: language });
  await field.focus();
  await page.keyboard.type(text);
}

/** Chooses in the browser's own list by typing the beginning of what is wanted. */
async function select(page: Page, label: RegExp, beginning: string): Promise<void> {
  await ofLast(page, label).focus();
  await page.keyboard.type(beginning);
}

/** Chooses what is found by typing its name. */
async function find(page: Page, label: RegExp, name: string): Promise<void> {
  await ofLast(page, label).focus();
  await page.keyboard.type(name);
  await page.getByRole("option", { name }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => ofLast(page, label).inputValue()).toBe(name);
}

/** Presses the button of the step that was added last, or of the page. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("button", { name }).last().focus();
  await page.keyboard.press("Enter");
}

export const told = (page: Page, words: string | RegExp): Promise<void> =>
  page.getByRole("status").getByText(words).first().waitFor();

interface Written {
  readonly name: string;
  readonly category: string;
}

/** What the path itself is, by the keys alone. */
export async function writePath(page: Page, { name, category }: Written): Promise<void> {
  for (const [language, text] of [
    ["Suomi", name],
    ["Svenska", `${name} sv`],
    ["English", `${name} en`],
  ] as const)
    await write(page, "Nimi", language, text);
  await find(page, /^Luokka/, category);
  await page.getByRole("radio", { name: /^Terve/ }).focus();
  await page.keyboard.press("Space");
}

/** A block whose first step gives a content when a professional activates the path. */
export async function addEntry(page: Page, content: string): Promise<void> {
  await press(page, "Lisää lohko");
  await select(page, /^Milloin/, "Ammattilainen");
  await select(page, /^Mitä tehdään/, "Annetaan");
  await find(page, /^Ohje/, content);
}

/** An event that begins a path: a booking here, in no service yet. It is open, and begins at its kind. */
export async function addEvent(page: Page): Promise<void> {
  await press(page, "Lisää tapahtuma");
  await expect.poll(async () => (await stop(page)).name).toMatch(/^Milloin/);
}

/** A service more of the event that is open. */
export async function addService(page: Page, service: string): Promise<void> {
  await ofLast(page, /^Lisää: Palvelut/).focus();
  await page.keyboard.type(service);
  await page.getByRole("option", { name: service }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("list", { name: "Palvelut: valitut" }).getByText(service).waitFor();
}

/** A step of a line that gives a content. */
export async function addContent(page: Page, content: string): Promise<void> {
  await press(page, /^Lisää vaihe$/);
  await select(page, /^Mitä tehdään/, "Annetaan");
  await find(page, /^Ohje/, content);
}

/** A step behind it that activates a survey once the one before is over. */
export async function addSurvey(page: Page, survey: string): Promise<void> {
  await press(page, /^Lisää vaihe tämän jälkeen/);
  await select(page, /^Mitä tehdään/, "Aktivoidaan");
  await find(page, /^Kysely/, survey);
}

/** A delay without a duration is marked once the path is kept, and taken out again. */
export async function leaveDelayOut(page: Page, survey: string): Promise<void> {
  const step = page.getByRole("button", { name: new RegExp(`aktivoidaan kysely ${survey}`) });
  await step.getByText("1 korjattava").waitFor();
  await step.focus();
  if ((await step.getAttribute("aria-expanded")) !== "true") await page.keyboard.press("Enter");
  await page.getByText("Anna viiveen kesto tai poista viive.").first().waitFor();
  expect(await violations(page)).toEqual([]);
  await press(page, "Poista viive");
}

/** A further one, and away with it: its condition and its action go together. */
export async function addAndRemoveStep(page: Page): Promise<void> {
  await press(page, /^Lisää vaihe tämän jälkeen/);
  await press(page, /^Poista vaihe:/);
  await told(page, "Vaihe poistettiin: ehto ja siitä seuraava toimi poistuivat yhdessä.");
}

/** By the keys alone, in the dialog; the question whether it is meant is answered with yes. */
export async function activateByKeys(page: Page, path: string, isActiveAlready = false): Promise<void> {
  await page.getByRole("button", { name: "Aktivoi hoitopolku" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Aktivoi hoitopolku" });
  await dialog.getByRole("radio").first().waitFor();
  if ((await stop(page)).name !== search) await tabTo(page, new RegExp(search));
  await page.keyboard.type(path);
  await expect.poll(() => dialog.getByRole("radio").count()).toBe(1);
  await tabTo(page, new RegExp(path));
  await page.keyboard.press("Space");
  await dialog.getByRole("list", { name: "Heti" }).getByText("Annetaan ohje").first().waitFor();
  expect(await violations(page)).toEqual([]);
  await enter(page, /^Aktivoi$/);
  if (isActiveAlready) {
    await page.getByRole("alertdialog", { name: "Sama hoitopolku on jo käynnissä" }).waitFor();
    await enter(page, /^Aktivoi silti$/);
  }
  await dialog.waitFor({ state: "detached" });
}

/** Those of a patient that run, and those that are over. */
export const running = (page: Page): Locator => page.getByRole("list", { name: "Käynnissä olevat hoitopolut" });
export const past = (page: Page): Locator => page.getByRole("list", { name: "Päättyneet hoitopolut" });

/** One of them, by the name of its path. */
export const pathIn = (list: Locator, name: string): Locator => list.locator("> li").filter({ hasText: name }).first();

/** Tasks of a patient that are still to be done. */
export const openTasks = (page: Page): Locator => page.getByRole("list", { name: "Avoimet tehtävät" });

/** Past ones are shown once somebody asks for them. */
export async function showPast(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Päättyneet hoitopolut" }).click();
  await past(page).waitFor();
}
