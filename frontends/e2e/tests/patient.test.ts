/** Patients, as professionals find them. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { fail } from "../support/faults";
import { nurse, resident } from "../support/people";
import { practitionerUrl, residentUrl } from "../support/stack";

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

it("PRO-06 looks nobody up without a confirmed right, and lets the resident see who looked, when, where and why", async () => {
  const liisa = await nurse("Liisa");
  await liisa.page.goto(`${practitionerUrl}/fi/patient`);
  let asked = 0;
  liisa.page.on("request", (request) => {
    if (request.url().includes("LookUpPatient")) asked += 1;
  });
  await search(liisa.page, "121275-933V");
  const dialog = liisa.page.getByRole("alertdialog", { name: "Vahvista oikeutesi" });
  for (const ground of [
    "Hoidon tarpeen arviointi tai hoidon järjestäminen",
    "Asiakastyö",
    "Asiakas- tai hoitopuhelu",
    "Konsultaatio",
  ]) {
    await dialog.getByText(ground, { exact: true }).waitFor();
  }
  await dialog.getByRole("button", { name: "Peruuta" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(asked).toBe(0);
  await search(liisa.page, "121275-933V");
  await confirm(liisa.page, "Asiakas- tai hoitopuhelu");
  await liisa.page.getByRole("heading", { level: 2, name: "Eino Saarinen" }).waitFor();
  expect(asked).toBe(1);

  const eino = await resident("Eino", { width: 360 });
  await eino.page.goto(`${residentUrl}/fi/mobile-profile`);
  await eino.page.getByRole("link", { name: "Kuka on katsonut tietojani" }).click();
  const list = eino.page.getByRole("list", { name: "Kuka on katsonut tietojani" });
  const newest = list.getByRole("article").filter({ hasText: "Haki sinut henkilötunnuksella." }).first();
  await newest.waitFor();
  const text = (await newest.textContent()) ?? "";
  for (const part of [
    "Liisa Virtanen",
    "Sairaanhoitaja, Lehtolan terveysasema",
    "Peruste: asiakas- tai hoitopuhelu.",
  ]) {
    expect(text).toContain(part);
  }
  expect(text).toMatch(/\d\d\.\d\d\.\d{4} klo \d\d:\d\d/);
  expect(await violations(eino.page)).toEqual([]);
  for (const [language, title] of [
    ["sv", "Vem har tittat på mina uppgifter"],
    ["sms", "Ǩii lij ǩiõččâm muu teâđaid"],
  ] as const) {
    await eino.page.goto(`${residentUrl}/${language}/user/access-log`);
    await eino.page.getByRole("heading", { level: 1, name: title }).waitFor();
    expect(
      await eino.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
  }
  await eino.context.close();
  await liisa.context.close();
});
