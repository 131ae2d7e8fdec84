/** Feedback: anybody gives it from the footer, without saying who they are, and it comes to those who work its queue. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser, visit } from "../support/browser";
import { enter, tabTo } from "../support/keys";
import { nurse, resident, topic } from "../support/people";
import { residentUrl } from "../support/stack";

afterAll(closeBrowser);

/** Of the demo: the form, and the queue of the same name. */
const form = "Anonyymi palaute";
const address = `${residentUrl}/fi/lomakkeet/palaute`;

const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Nothing is wrong with the page, and all of it is in sight. */
async function looksWell(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await width(page)).toBeLessThanOrEqual(0);
}

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const step = (page: Page, name: string) => page.getByRole("heading", { level: 2, name }).first().waitFor();
const isForm = async (page: Page) => {
  await page.waitForURL(address);
  await title(page, form);
};

/** From the footer of the page that is open. */
const giveFeedback = (page: Page) =>
  page
    .getByRole("navigation", { name: "Tietoa palvelusta" })
    .getByRole("link", { name: "Palaute", exact: true })
    .press("Enter");

it("NAV-20 leads anybody from the footer to the form, which a stranger sends from a phone, and a nurse reads it among the tasks", {
  timeout: 150_000,
}, async () => {
  const said = topic("Odotustilassa oli hyvät opasteet");
  const { page, context } = await visit({ width: 360 });
  await page.goto(`${residentUrl}/fi/`);
  await title(page, "Tervetuloa");
  await giveFeedback(page);
  await isForm(page);
  await looksWell(page);
  // Back is where one was.
  await page.goBack();
  await title(page, "Tervetuloa");
  await page.goForward();
  await isForm(page);

  await enter(page, /^Aloita/);
  await step(page, "Aihe");
  await page.getByRole("radio", { name: "Tilat ja esteettömyys" }).check();
  await enter(page, /^Jatka/);
  await page.getByRole("textbox", { name: /^Mitä haluat sanoa meille/ }).waitFor();
  await tabTo(page, /^Mitä haluat sanoa meille/);
  await page.keyboard.type(said);
  await tabTo(page, /^Kuinka tyytyväinen/);
  await page.keyboard.type("8");
  await looksWell(page);
  await enter(page, /^Jatka/);
  await page.locator("main dl").getByText(said).waitFor();
  await enter(page, /^Lähetä/);
  await title(page, "Lomake lähetetty");
  await looksWell(page);

  // In other languages at the address in their words.
  await page.goto(`${residentUrl}/sv/feedback`);
  await page.waitForURL(`${residentUrl}/sv/enkater/palaute`);
  await title(page, "Anonym respons");
  await context.close();

  const liisa = await nurse("Liisa");
  const task = liisa.page
    .getByRole("list", { name: "Tehtävälista" })
    .getByRole("button")
    .filter({ hasText: form })
    .filter({ hasText: "1 lukematon" })
    .first();
  await task.getByText("Anonyymi lomake", { exact: true }).waitFor();
  await task.click();
  await step(liisa.page, form);
  await liisa.page.getByText(/^Lähettäjää ei tiedetä/).waitFor();
  const sent = liisa.page.getByRole("region", { name: `Lomake: ${form}` });
  for (const each of ["Tilat ja esteettömyys", said, "8"])
    await sent.getByText(each, { exact: true }).first().waitFor();
  expect(await violations(liisa.page)).toEqual([]);
  await liisa.context.close();

  // Whoever is signed in comes to the same form, and begins it.
  const aino = await resident("Aino", { width: 360 });
  await giveFeedback(aino.page);
  await isForm(aino.page);
  await aino.page
    .getByText(/emme tiedä,? kuka olet/i)
    .first()
    .waitFor();
  await looksWell(aino.page);
  await enter(aino.page, /^Aloita/);
  await step(aino.page, "Aihe");
  await aino.context.close();
});
