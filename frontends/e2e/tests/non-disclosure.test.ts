/** A patient who comes under a non-disclosure restriction, as professionals meet them. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { protect } from "../support/faults";
import { adminPage, nurse, open, resident, send, topic } from "../support/people";
import { practitionerUrl } from "../support/stack";

afterAll(async () => {
  await protect("veikko", false);
  await closeBrowser();
});

async function lookUpVeikko(page: Page) {
  await page.goto(`${practitionerUrl}/fi/patient`);
  await page.getByRole("textbox", { name: "Henkilötunnus" }).fill("300139-9617");
  await page.getByRole("button", { name: "Hae potilas" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Vahvista oikeutesi" });
  await dialog.getByText("Asiakastyö", { exact: true }).click();
  await dialog.getByRole("button", { name: "Vahvista ja hae" }).click();
  await page.getByRole("heading", { level: 3, name: "Perustiedot" }).waitFor();
}

/** Beside the patient's name; the rows of their conversations bear one as well. */
const mark = (page: Page) => page.getByRole("main").getByText("Turvakielto", { exact: true }).first();

it("PRO-07 marks who comes under non-disclosure on page, task and conversation, and shows nothing of where they are", async () => {
  const veikko = await resident("Veikko");
  const about = topic("Turva");
  await send(veikko.page, about, "Hyvää päivää.");
  await veikko.context.close();
  const { page, context } = await nurse("Liisa");
  await lookUpVeikko(page);
  await page.getByText("Osoite", { exact: true }).waitFor();
  await page.getByRole("heading", { level: 3, name: "Hoitotiimi" }).waitFor();
  expect(await mark(page).count()).toBe(0);

  await protect("veikko", true);
  await page.reload();
  await mark(page).waitFor();
  await page.getByText(/^Osoitetta, puhelinnumeroa/).waitFor();
  for (const hidden of ["Osoite", "Puhelin", "Sähköposti", "Palvelualue"]) {
    expect(await page.getByRole("main").getByText(hidden, { exact: true }).count()).toBe(0);
  }
  expect(await page.getByRole("heading", { level: 3, name: "Hoitotiimi" }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  // Names can be edited, and nothing else is asked for.
  await page.getByRole("button", { name: "Muokkaa" }).click();
  await page.getByRole("textbox", { name: "Etunimi" }).waitFor();
  expect(
    await page
      .getByRole("main")
      .getByRole("textbox", { name: /Osoite|Puhelin|Sähköposti/ })
      .count(),
  ).toBe(0);
  await page.getByRole("button", { name: "Peruuta" }).click();

  await expect
    .poll(
      async () => {
        await page.goto(`${practitionerUrl}/fi/inbox`);
        const row = page.getByRole("button", { name: about });
        await row.waitFor();
        return row.textContent();
      },
      { timeout: 45_000 },
    )
    .toContain("Turvakielto");
  await open(page, about);
  await page.getByRole("article").getByText("Turvakielto", { exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  await lookUpVeikko(page);
  await context.close();

  const paula = await adminPage(`${practitionerUrl}/fi/admin/lookup-alerts`, "Hakuhälytykset");
  await paula.page.getByRole("heading", { level: 2, name: "Turvakiellon alaisten potilaiden avaamiset" }).waitFor();
  const rows = paula.page.getByRole("row").filter({ hasText: "Liisa Virtanen" });
  await rows.filter({ hasText: "Asiakastyö" }).first().waitFor();
  expect(await violations(paula.page)).toEqual([]);
  await paula.context.close();
});
