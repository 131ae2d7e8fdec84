/** Patients, as professionals find them. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { fail } from "../support/faults";
import { nurse } from "../support/people";
import { practitionerUrl } from "../support/stack";

afterAll(closeBrowser);

const field = (page: Page) => page.getByRole("textbox", { name: "Henkilötunnus" });

async function search(page: Page, ssn: string): Promise<void> {
  await field(page).fill(ssn);
  await page.getByRole("button", { name: "Hae asiakas" }).click();
}

async function confirm(page: Page, ground: string): Promise<void> {
  const dialog = page.getByRole("alertdialog", { name: "Vahvista oikeutesi" });
  await dialog.getByText(ground, { exact: true }).click();
  await dialog.getByRole("button", { name: "Vahvista ja hae" }).click();
  await dialog.waitFor({ state: "detached" });
}

it("PRO-05 finds a patient by personal identity code, and says what is wrong with a code or that nobody has it", async () => {
  const { page, context } = await nurse("Liisa");
  await page.goto(`${practitionerUrl}/fi/patient`);
  for (const malformed of ["290288-922T", "290288922S", "300288-922S"]) {
    await search(page, malformed);
    await page.getByText("Henkilötunnus on väärässä muodossa.").waitFor();
    expect(await field(page).inputValue()).toBe(malformed);
    expect(await page.getByRole("alertdialog").count()).toBe(0);
  }
  // Well-formed, also with a separator of 2023, and nobody's; or somebody's of whom nobody is told.
  for (const nobody of ["010594Y9032", "170560-966M"]) {
    await search(page, nobody);
    await confirm(page, "Asiakastyö");
    await page.getByText("Potilasta ei löydy.").waitFor();
  }
  const mend = await fail(page, "LookUpPatient");
  await search(page, "290288-922S");
  await confirm(page, "Konsultaatio");
  await page.getByText(/^Asiakasta ei voitu hakea\./).waitFor();
  await mend();

  await search(page, "290288-922s");
  const dialog = page.getByRole("alertdialog", { name: "Vahvista oikeutesi" });
  await dialog.getByRole("button", { name: "Vahvista ja hae" }).click();
  await dialog.getByText("Valitse peruste.").waitFor();
  expect(await violations(page)).toEqual([]);
  await confirm(page, "Hoidon tarpeen arviointi tai hoidon järjestäminen");
  await page.getByRole("heading", { level: 2, name: "Aino Lehtonen" }).waitFor();
  await page.getByText("290288-922S").waitFor();
  await page.getByText("Suostumus annettu").waitFor();
  expect(await violations(page)).toEqual([]);
  // The code stands in no address, and in no field for the next one to read.
  expect(page.url()).not.toMatch(/290288|922/);
  expect(await field(page).inputValue()).toBe("");

  // What one has opened is open to nobody else by its address.
  const address = page.url();
  const pekka = await nurse("Pekka", { width: 360 });
  await pekka.page.goto(address);
  await pekka.page.getByText("Asiakas ei ole auki tässä istunnossa.").waitFor();
  expect(await pekka.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
    0,
  );
  await pekka.context.close();
  await context.close();
});

it("PRO-11 copies a patient's code to the clipboard, and says when that fails", async () => {
  const { page, context } = await nurse("Liisa");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${practitionerUrl}/fi/patient`);
  await search(page, "290288-922S");
  await confirm(page, "Asiakastyö");
  await page.getByRole("button", { name: "Kopioi" }).click();
  await page.getByText("Henkilötunnus kopioitiin leikepöydälle.").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("290288-922S");
  await page.evaluate(() => {
    Object.defineProperty(navigator.clipboard, "writeText", { value: () => Promise.reject(new Error("no")) });
  });
  await page.getByRole("button", { name: "Kopioi" }).click();
  await page.getByText("Henkilötunnusta ei voitu kopioida leikepöydälle.").waitFor();
  await context.close();
});
