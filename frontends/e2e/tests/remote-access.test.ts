/** Who works with remote appointments, in the admin panel. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { summary } from "../support/forms";
import { adminPage, choose } from "../support/people";
import { practitionerUrl } from "../support/stack";

afterAll(closeBrowser);

const address = `${practitionerUrl}/fi/admin/service-information/remote`;
const save = (page: Page) => page.getByRole("button", { name: "Tallenna", exact: true }).click();
const told = (page: Page) => page.getByRole("status").getByText("Etävastaanottojen näkyvyys tallennettiin.").waitFor();
const restricted = (page: Page) => page.getByRole("checkbox", { name: /^Rajaa etävastaanotot/ });
const nurses = (page: Page) => page.getByRole("group", { name: "Sairaanhoitaja" });

it("SCH-11 lets an administrator limit remote appointments to roles with locations, and lift the limit", async () => {
  const { page, context } = await adminPage(address, "Etävastaanottojen näkyvyys", 360);
  expect(await restricted(page).isChecked()).toBe(false);
  await restricted(page).check();
  await save(page);
  await summary(page)
    .getByRole("link", { name: /Lisää vähintään yksi rooli/ })
    .waitFor();
  await choose(page, /Lisää rooli/, /Sairaanhoitaja/);
  await choose(page, /Lisää rooli/, /Lääkäri/);
  await save(page);
  await summary(page)
    .getByRole("link", { name: /vähintään yksi työpiste/ })
    .waitFor();
  await nurses(page).getByRole("checkbox", { name: "Lehtolan terveysasema" }).check();
  await nurses(page).getByRole("checkbox", { name: "Tunturin terveysasema" }).check();
  await page.getByRole("button", { name: "Poista rooli Lääkäri" }).click();
  expect(await violations(page)).toEqual([]);
  await save(page);
  await told(page);
  await page.goto(address);
  await nurses(page).waitFor();
  expect(await restricted(page).isChecked()).toBe(true);
  const chosen = await nurses(page).getByRole("checkbox", { checked: true }).count();
  expect([chosen, await page.getByRole("group", { name: "Lääkäri" }).count()]).toEqual([2, 0]);

  // Lifted, what was chosen waits for the next time.
  await restricted(page).uncheck();
  await save(page);
  await told(page);
  await page.goto(address);
  await page.getByRole("heading", { level: 1, name: "Etävastaanottojen näkyvyys" }).waitFor();
  expect(await restricted(page).isChecked()).toBe(false);
  await restricted(page).check();
  await nurses(page).waitFor();
  await context.close();
});
