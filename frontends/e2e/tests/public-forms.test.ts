/** Forms that anybody sends without saying who they are: found at their address, filled in in one sitting, read by whoever works their queue. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser, visit } from "../support/browser";
import { newPublicForm, words } from "../support/form-queues";
import { enter, tabTo } from "../support/keys";
import { nurse, resident } from "../support/people";
import { residentUrl } from "../support/stack";
import { undoNothing } from "../support/undo";

afterAll(closeBrowser);

const said = {
  why: "Odotin kauan puhelimessa",
  // The one that examples have: nobody's.
  code: "131052-308T",
  hours: "2",
  when: "En tarvitse yhteydenottoa",
  note: "Otetaan esille viikkopalaverissa.",
} as const;

const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Nothing is wrong with the page, and all of it is in sight. */
async function looksWell(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await width(page)).toBeLessThanOrEqual(0);
}

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const step = (page: Page, name: string) => page.getByRole("heading", { level: 2, name }).waitFor();
const why = (page: Page) => page.getByRole("textbox", { name: words.why });

/** The calls of forms that a page makes from now on, and asking for the session, each with the cookies that went along. */
function listen(page: Page) {
  const calls: Promise<readonly [call: string, cookies: string]>[] = [];
  page.on("request", (request) => {
    const call = new URL(request.url()).pathname.split("/").at(-1) ?? "";
    if (!["GetPublicForm", "SendPublicForm", "session"].includes(call)) return;
    // Of what a reload cut off nothing is known.
    const cookies = request.allHeaders().then(
      ({ cookie = "" }) => cookie,
      () => "",
    );
    calls.push(cookies.then((carried) => [call, carried] as const));
  });
  return () => Promise.all(calls);
}

/** Both calls were made, and this cookie, which goes along with others, with neither. */
async function withoutCookies(calls: ReturnType<typeof listen>, cookie: string): Promise<void> {
  const made = await calls();
  const carrying = (wanted: string) => made.filter(([call]) => call === wanted).map(([, cookies]) => cookies);
  expect(carrying("session").some((cookies) => cookies.includes(cookie))).toBe(true);
  for (const call of ["GetPublicForm", "SendPublicForm"]) {
    expect(carrying(call).length).toBeGreaterThan(0);
    expect(carrying(call).filter((cookies) => cookies !== "")).toEqual([]);
  }
}

/** Both steps by the keys, from the first question on. */
async function fillIn(page: Page, text: string): Promise<void> {
  await step(page, words.need);
  await tabTo(page, /^Mihin tarvitset tukea/);
  await page.keyboard.type(text);
  await tabTo(page, /^Kuinka monta tuntia/);
  await page.keyboard.type(said.hours);
  await enter(page, /^Jatka/);
  await step(page, words.contact);
  await tabTo(page, /^Milloin sinut tavoittaa/);
  await page.keyboard.type(said.when);
  await enter(page, /^Jatka/);
  await page.locator("main dl").getByText(said.when).waitFor();
}

/** The page is loaded anew, which the browser asks about; the question is still to be answered. */
async function askedOfReload(page: Page) {
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => setTimeout(() => window.location.reload()));
  const question = await asked;
  expect(question.type()).toBe("beforeunload");
  return question;
}

it("SUR-07 NAV-14 NAV-17 a form is opened at its Swedish address by somebody unknown, sent by keyboard in one sitting, and read and noted on by a nurse", {
  timeout: 180_000,
}, async () => {
  const form = await newPublicForm();
  const { page, context } = await visit({ width: 360 });
  // Whoever has one takes it along everywhere else.
  await context.addCookies([{ name: "oma", value: "tunnettu", url: residentUrl }]);
  const calls = listen(page);
  await page.goto(`${residentUrl}/sv/enkater/${form.tail}`);
  await title(page, form.title);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("sv");
  await looksWell(page);
  await page.getByRole("button", { name: "Språk: Svenska" }).click();
  await page.getByRole("link", { name: "Suomi", exact: true }).click();
  await page.waitForURL(`${residentUrl}/fi/lomakkeet/${form.tail}`);
  await title(page, form.title);
  await page
    .getByText(/emme tiedä,? kuka olet/i)
    .first()
    .waitFor();
  await page.getByText(/Tätä ei voi tallentaa kesken/).waitFor();
  await looksWell(page);

  // Going anywhere else loses what was typed, and says so before.
  await enter(page, /^Aloita/);
  await step(page, words.need);
  await looksWell(page);
  await tabTo(page, /^Mihin tarvitset tukea/);
  await page.keyboard.type(said.why);
  await page.goBack();
  const question = page.getByRole("alertdialog");
  await question.waitFor();
  await looksWell(page);
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "detached" });
  expect(await why(page).inputValue()).toBe(said.why);
  await (await askedOfReload(page)).dismiss();
  expect(await why(page).inputValue()).toBe(said.why);
  await (await askedOfReload(page)).accept();
  await expect.poll(() => why(page).inputValue()).toBe("");

  // A code that says who writes is asked about, and nothing is sent before that is answered.
  await fillIn(page, `${said.why}, tunnus ${said.code}`);
  await looksWell(page);
  await enter(page, /^Lähetä/);
  await question
    .getByText(/henkilötunnuksen, puhelinnumeron tai sähköpostiosoitteen/)
    .first()
    .waitFor();
  await looksWell(page);
  await question.getByRole("button", { name: "Muokkaa" }).press("Enter");
  await question.waitFor({ state: "detached" });
  await step(page, words.need);
  await why(page).fill(said.why);
  await enter(page, /^Jatka/);
  await step(page, words.contact);
  await enter(page, /^Jatka/);
  await page.locator("main dl").getByText(said.why, { exact: true }).waitFor();
  await enter(page, /^Lähetä/);
  await title(page, "Lomake lähetetty");
  await looksWell(page);
  await withoutCookies(calls, "oma=tunnettu");
  // It is over: going back shows no answers.
  await page.goBack();
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  expect(await page.getByText(said.why).count()).toBe(0);
  await context.close();

  // Among the nurses' tasks, with nobody's name.
  const liisa = await nurse("Liisa");
  await undoNothing(liisa.page);
  const task = liisa.page
    .getByRole("list", { name: "Tehtävälista" })
    .getByRole("button")
    .filter({ hasText: form.queue });
  await task.getByText("Anonyymi lomake", { exact: true }).waitFor();
  await task.getByText("1 lukematon").waitFor();
  expect(await task.count()).toBe(1);
  await task.click();
  await step(liisa.page, form.queue);
  await liisa.page.getByText(/^Lähettäjää ei tiedetä/).waitFor();
  const sent = liisa.page.getByRole("region", { name: `Lomake: ${form.title}` });
  for (const each of [said.why, said.when, words.little]) await sent.getByText(each).first().waitFor();
  expect(await sent.getByText(said.code).count()).toBe(0);
  expect(await violations(liisa.page)).toEqual([]);
  await liisa.page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await liisa.page.getByRole("textbox", { name: "Muistiinpano" }).fill(said.note);
  const readers = liisa.page.getByRole("combobox", { name: /Kuka näkee/ });
  await readers
    .locator("option")
    .filter({ hasText: /^Tiimi/ })
    .waitFor({ state: "attached" });
  expect(
    await readers
      .locator("option")
      .filter({ hasText: /^Kaikki/ })
      .count(),
  ).toBe(0);
  await liisa.page.getByRole("button", { name: "Lähetä", exact: true }).click();
  await liisa.page
    .getByRole("article")
    .filter({ hasText: said.note })
    .last()
    .getByText("Tiimi", { exact: true })
    .waitFor();
  expect(await violations(liisa.page)).toEqual([]);
  await liisa.context.close();
});

it("SUR-07 who is signed in finds a form by its address and sends it as anybody does: without cookies, and with nothing of it among their messages", {
  tags: ["long"],
}, async () => {
  const form = await newPublicForm();
  const { page, context } = await resident("Aino");
  const calls = listen(page);
  await page.goto(`${residentUrl}/fi/lomakkeet`);
  await page.getByRole("main").getByRole("textbox").fill(form.tail);
  await page.getByRole("button", { name: "Avaa lomake" }).click();
  await page.waitForURL(`${residentUrl}/fi/lomakkeet/${form.tail}`);
  await title(page, form.title);
  await enter(page, /^Aloita/);
  await fillIn(page, said.why);
  await enter(page, /^Lähetä/);
  await title(page, "Lomake lähetetty");
  await withoutCookies(calls, "-session=");
  // Read by then, so that it would be there.
  const liisa = await nurse("Liisa");
  await liisa.page.getByRole("button").filter({ hasText: form.queue }).waitFor();
  await liisa.context.close();
  await page.goto(`${residentUrl}/fi/inbox`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.locator("main").getByRole("link").first().waitFor();
  expect(await page.getByText(form.queue).count()).toBe(0);
  await context.close();
});
