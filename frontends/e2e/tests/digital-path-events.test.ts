/** Digital paths that begin with events: built, mended, published, found again and archived, by keyboard alone. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { newService } from "../support/bookable";
import { closeBrowser } from "../support/browser";
import {
  addContent,
  addEvent,
  addService,
  newPathCategory,
  paths,
  press,
  told,
  writePath,
} from "../support/digital-paths";
import { asAdministrator } from "../support/documents";
import { enter, heading, stop } from "../support/keys";
import { publishContent } from "../support/patient-contents";
import { professional, topic } from "../support/people";

afterAll(closeBrowser);

const title = "Tapahtumista alkavat digipolut";

const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

async function follow(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name }).first().focus();
  await page.keyboard.press("Enter");
}

it("DIG-01 a digital path that begins with two events is built by keyboard, mended where an event lacks its service, published and archived", {
  timeout: 120_000,
}, async () => {
  const [path, category, content] = [topic("Kuntoutuspolku"), topic("Kuntoutus"), topic("Venyttely")];
  const [first, second] = [topic("Fysioterapia"), topic("Ryhmäliikunta")];
  await publishContent(content, "Venytä **joka päivä**.");
  await asAdministrator(async (http) => {
    for (const service of [first, second]) await newService(http, service, "Pue joustavat vaatteet.");
  });
  const { page, context } = await professional("Ritva");
  await newPathCategory(context.request, category);

  // The lists stand beside one another.
  await page.goto(paths);
  await heading(page, "Lohkoista rakennetut digipolut");
  await follow(page, title);
  await heading(page, title);
  await page.waitForURL(/\/digipaths$/);
  await follow(page, "Uusi tapahtumista alkava digipolku");
  await heading(page, "Uusi tapahtumista alkava digipolku");

  await writePath(page, { name: path, category });
  await page.getByText("Polulla ei ole vielä tapahtumaa, josta se alkaa.").waitFor();
  await page.getByRole("radio", { name: "Kaikki tapahtumat" }).focus();
  await page.keyboard.press("Space");
  await addEvent(page);
  await addService(page, first);
  await addEvent(page);
  await addContent(page, content);
  await page.getByText(`Polun alettua: annetaan ohje ${content}.`).waitFor();
  expect(await violations(page)).toEqual([]);
  await press(page, "Tallenna luonnos");
  await told(page, "Luonnos tallennettiin.");
  await page.waitForURL(/\/digipaths\/[0-9a-f-]{36}$/);

  // The second event says nothing of services: publishing tells so, and leads to it.
  await page
    .getByRole("button", { name: /^Tapahtuma 2: / })
    .getByText("1 korjattava")
    .waitFor();
  await press(page, /^Julkaise$/);
  await page
    .getByRole("alert")
    .getByRole("link", { name: /^Tapahtuma 2: Valitse vähintään yksi palvelu/ })
    .waitFor();
  await enter(page, /^Tapahtuma 2: Valitse/);
  await expect.poll(async () => (await stop(page)).name).toMatch(/Palvelut/);
  expect(await violations(page)).toEqual([]);
  await addService(page, second);
  await press(page, /^Julkaise$/);
  await told(page, "Digipolku julkaistiin.");
  await page.getByText("Julkaistu, versio 1").first().waitFor();

  await follow(page, title);
  await heading(page, title);
  await page.getByRole("row").filter({ hasText: path }).getByText("Julkaistu, versio 1").waitFor();
  expect(await violations(page)).toEqual([]);
  await follow(page, path);
  await heading(page, path);
  const began = `Polku alkaa, kun asiakas on varannut ajan palveluun ${first} ja asiakas on varannut ajan palveluun ${second}.`;
  await page.getByText(began).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: /^Tapahtuma 2: / }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("list", { name: "Palvelut: valitut" }).waitFor();
  expect(await width(page)).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);

  await press(page, "Arkistoi digipolku");
  await page.getByRole("alertdialog").getByText("Käynnissä olevat polut jatkuvat loppuun.").waitFor();
  await enter(page, /^Arkistoi digipolku$/);
  await told(page, "Digipolku arkistoitiin.");
  await page.getByText("Arkistoitu", { exact: true }).first().waitFor();
  await context.close();
});
