/** Locations in the admin panel, and with them what every editor of it does before unsaved work is left. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { fail } from "../support/faults";
import { summary, unsuccessful } from "../support/forms";
import { adminPage, choose, endSessionAndReturn, topic } from "../support/people";
import { practitionerUrl } from "../support/stack";

afterAll(closeBrowser);

const list = `${practitionerUrl}/fi/admin/iam/location-management`;

const admin = (width?: number) => adminPage(list, "Toimipisteet", width);

const field = (page: Page, name: RegExp | string) => page.getByRole("textbox", { name });
const save = (page: Page) => page.getByRole("button", { name: "Tallenna" }).click();
const told = (page: Page, text: string) => page.getByRole("status").getByText(text).first().waitFor();

let counter = 0;

/** An OID that nothing else has. */
function oid(): string {
  counter += 1;
  return `1.2.246.10.9999999.10.${Date.now()}${counter}`;
}

async function create(page: Page, name: string, own: { oid?: string; externalId?: string }): Promise<void> {
  await page.goto(`${list}/new`);
  await field(page, "Nimi").fill(name);
  await choose(page, /^Kunta/, /Tunturi/);
  await field(page, /^Osoite/).fill("Esimerkkitie 1");
  await field(page, /^Kuvaus/).fill("Neuvola");
  await field(page, /^Ulkoinen tunniste/).fill(own.externalId ?? "");
  await field(page, /^OID/).fill(own.oid ?? "");
  await field(page, /^Lähdejärjestelmä/).fill("Lifecare");
  await save(page);
}

it("IDN-11 lets an administrator add, find, change and remove a location, its OID kept as it was saved", async () => {
  const { page, context } = await admin();
  const [name, number] = [topic("Koivulan asema"), oid()];
  await create(page, name, { oid: number, externalId: `K-${number}` });
  await told(page, "Toimipiste tallennettiin.");
  await page.waitForURL(list);

  await page.getByRole("searchbox").fill(number);
  await page.getByRole("link", { name }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  expect(await field(page, /^Osoite/).inputValue()).toBe("Esimerkkitie 1");
  expect(await field(page, /^OID/).getAttribute("readonly")).not.toBeNull();
  await page.getByText("OID-tunnusta ei voi muuttaa tallentamisen jälkeen.").waitFor();
  await field(page, "Nimi").fill(`${name} uusi`);
  await save(page);
  await told(page, "Toimipiste tallennettiin.");

  await page.getByRole("searchbox").fill(number);
  await page.getByRole("link", { name: `${name} uusi` }).click();
  await page.getByRole("button", { name: "Poista toimipiste" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText(`Poistetaanko ${name} uusi?`).waitFor();
  await dialog.getByRole("button", { name: "Poista toimipiste" }).click();
  await told(page, "Toimipiste poistettiin.");
  await page.getByRole("searchbox").fill(number);
  await page.getByText("Hakua vastaavia toimipisteitä ei löytynyt").waitFor();
  await context.close();
});

it("IDN-11 tells which field is wrong or taken, keeps what was typed, and stores nothing of it", {
  tags: ["long"],
}, async () => {
  const { page, context } = await admin();
  const [name, number] = [topic("Haavan asema"), oid()];
  await create(page, name, { oid: number, externalId: `H-${number}` });
  await told(page, "Toimipiste tallennettiin.");

  const other = topic("Pihlajan asema");
  const above = summary(page);
  await create(page, " ", {});
  await above.getByRole("link", { name: /Nimi:/ }).waitFor();
  await create(page, other, { oid: number });
  await above.getByRole("link", { name: "OID: Sama OID on jo toisella toimipisteellä." }).click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("details.oid");
  expect(await field(page, "Nimi").inputValue()).toBe(other);
  await create(page, other, { externalId: `H-${number}` });
  await above
    .getByRole("link", { name: "Ulkoinen tunniste: Sama ulkoinen tunniste on jo toisella toimipisteellä." })
    .waitFor();
  await create(page, other, { oid: "1.2.3" });
  await above.getByRole("link", { name: /OID on väärässä muodossa/ }).waitFor();
  await field(page, /^OID/).fill("");
  const mend = await fail(page, "SaveLocation");
  await save(page);
  await unsuccessful(page)
    .getByText(/^Toimipistettä ei voitu tallentaa\./)
    .waitFor();
  await mend();
  await page.getByRole("link", { name: "Peruuta" }).click();
  await page.getByRole("button", { name: "Poistu tallentamatta" }).click();
  await page.getByRole("searchbox").fill(other);
  await page.getByText("Hakua vastaavia toimipisteitä ei löytynyt").waitFor();

  await page.goto(list);
  await page.getByRole("link", { name: "Lehtolan terveysasema" }).click();
  await page.getByRole("button", { name: "Poista toimipiste" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Poista toimipiste" }).click();
  await page
    .getByRole("status")
    .getByText(/Toimipistettä ei voi poistaa, koska \d+ ammattilaista käyttää sitä\./)
    .waitFor();
  await context.close();
});

it("NAV-14 asks before an edited form is left by a link or by going back, and the browser before it is closed", async () => {
  const { page, context } = await admin();
  await page.getByRole("link", { name: "Lehtolan terveysasema" }).click();
  const description = field(page, /^Kuvaus/);
  await description.waitFor();
  const dialog = page.getByRole("alertdialog", { name: "Poistutko tallentamatta?" });

  // Nothing was changed: nothing is asked.
  await page.getByRole("link", { name: "Peruuta" }).click();
  await page.waitForURL(list);
  await page.getByRole("link", { name: "Lehtolan terveysasema" }).click();

  await description.fill("Kesken");
  await page.getByRole("link", { name: "Peruuta" }).click();
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await description.inputValue()).toBe("Kesken");
  await page.goBack();
  await dialog.getByRole("button", { name: "Jatka muokkaamista" }).click();
  expect(await description.inputValue()).toBe("Kesken");

  // The browser's own question, when the tab is closed or loaded anew.
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => setTimeout(() => window.location.reload()));
  const question = await asked;
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();
  expect(await description.inputValue()).toBe("Kesken");

  // Another language is another page: the browser asks as well.
  const askedAgain = page.waitForEvent("dialog");
  await page.getByRole("button", { name: /Kieli: Suomi/ }).click();
  const away = page.getByRole("link", { name: "Svenska", exact: true }).click();
  const other = await askedAgain;
  expect(other.type()).toBe("beforeunload");
  await other.dismiss();
  await away.catch(() => {});
  expect(await description.inputValue()).toBe("Kesken");
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: "Peruuta" }).click();
  // Enter, pressed without looking, loses nothing.
  await dialog.waitFor();
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  expect(await description.inputValue()).toBe("Kesken");
  await page.getByRole("link", { name: "Peruuta" }).click();
  await dialog.getByRole("button", { name: "Poistu tallentamatta" }).click();
  await page.waitForURL(list);
  await page.getByRole("link", { name: "Lehtolan terveysasema" }).click();
  await description.waitFor();
  expect(await description.inputValue()).toBe("");
  await context.close();
});

it("undoes nothing that another administrator has saved meanwhile, and keeps what was typed", {
  tags: ["long"],
}, async () => {
  const [one, other] = [await admin(), await admin()];
  const name = topic("Yhtä aikaa");
  await create(one.page, name, { oid: oid() });
  await told(one.page, "Toimipiste tallennettiin.");
  for (const { page } of [one, other]) {
    await page.goto(list);
    await page.getByRole("searchbox").fill(name);
    await page.getByRole("link", { name }).click();
    await field(page, /^Osoite/).waitFor();
  }
  await field(one.page, /^Osoite/).fill("Uusi katu 1");
  await save(one.page);
  await told(one.page, "Toimipiste tallennettiin.");

  await field(other.page, /^Kuvaus/).fill("Neuvola ja hammashoito");
  await save(other.page);
  await other.page.getByText(/Joku muu on tallentanut nämä tiedot sillä välin\./).waitFor();
  // What was typed stays, over what the other has saved in the meantime; saving it again undoes nothing of that.
  await expect.poll(() => field(other.page, /^Osoite/).inputValue()).toBe("Uusi katu 1");
  expect(await field(other.page, /^Kuvaus/).inputValue()).toBe("Neuvola ja hammashoito");
  await save(other.page);
  await told(other.page, "Toimipiste tallennettiin.");
  await one.page.goto(list);
  await one.page.getByRole("searchbox").fill(name);
  await one.page.getByRole("link", { name }).click();
  await expect.poll(() => field(one.page, /^Kuvaus/).inputValue()).toBe("Neuvola ja hammashoito");
  expect(await field(one.page, /^Osoite/).inputValue()).toBe("Uusi katu 1");
  await one.context.close();
  await other.context.close();
});

it("keeps what was typed into a form over the end of a session, and offers to give it up", {
  tags: ["long"],
}, async () => {
  const { page, context } = await admin();
  const name = topic("Kesken");
  await page.goto(`${list}/new`);
  await field(page, /^Nimi/).fill(name);
  await field(page, /^Kuvaus/).fill("Neuvola");
  await choose(page, /^Kunta/, /Tunturi/);
  await endSessionAndReturn(page, "Paula", () => save(page));
  await page.getByText("Tässä on muutoksia, jotka kirjoitit aiemmin", { exact: false }).waitFor();
  expect(await field(page, /^Nimi/).inputValue()).toBe(name);
  expect(await field(page, /^Kuvaus/).inputValue()).toBe("Neuvola");
  await page.getByRole("button", { name: "Hylkää muutokset" }).click();
  expect(await field(page, /^Nimi/).inputValue()).toBe("");
  // Given up is given up, also for the next time.
  await page.reload();
  await field(page, /^Nimi/).waitFor();
  expect(await field(page, /^Nimi/).inputValue()).toBe("");
  await context.close();
});

it("keeps the list within the window at every width, as a table where its words have room", {
  tags: ["long"],
}, async () => {
  const { page, context } = await admin(1280);
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await page.goto(`${list}?search=terveysasema`);
  await page.getByRole("table", { name: "Toimipisteet" }).waitFor();
  // All of them, with whatever long identifiers there are.
  for (const address of [`${list}?search=terveysasema`, list]) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(address);
    await page.getByRole("link", { name: "Lehtolan terveysasema" }).waitFor();
    for (const width of [1280, 1024, 900, 800, 700, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(over, { message: `${address} at ${width} px` }).toBeLessThanOrEqual(0);
    }
  }
  await context.close();
});
