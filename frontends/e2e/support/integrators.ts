/** Integrators, as an administrator adds them in the browser: other systems, and the keys that they come with. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { violations } from "./axe";
import { practitionerUrl } from "./stack";

export const integrators = `${practitionerUrl}/fi/admin/iam/integrators`;

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
const told = (page: Page, words: string) => page.getByRole("status").getByText(words).first().waitFor();

/** An administrator adds one that may send this; it has no key yet. */
export async function addIntegrator(page: Page, name: string, scope: string): Promise<void> {
  await page.getByRole("link", { name: "Uusi integraattori" }).click();
  await title(page, "Uusi integraattori");
  await page.getByRole("textbox", { name: /^Nimi/ }).fill(name);
  await page.getByRole("textbox", { name: /^Yhteyshenkilö/ }).fill("Lehtolan laboratorio, labra@kajo.example");
  await page
    .getByRole("group", { name: /^Saa lähettää/ })
    .getByRole("checkbox", { name: scope })
    .check();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Tallenna" }).click();
  await told(page, "Integraattori tallennettiin.");
  await page.getByRole("searchbox").fill(name);
  await page.getByRole("row", { name: new RegExp(`${name}.*Ei avainta.*Käytössä`) }).waitFor();
  await page.getByRole("link", { name, exact: true }).click();
  await title(page, name);
}

/** The key that the dialog shows, once it is copied and put away. */
export async function takeKey(page: Page): Promise<string> {
  const dialog = page.getByRole("alertdialog", { name: "Uusi avain" });
  const field = dialog.getByRole("textbox", { name: "Avain" });
  await field.waitFor();
  const key = await field.inputValue();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Kopioi" }).click();
  await told(page, "Avain kopioitiin.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await dialog.getByRole("button", { name: "Valmis" }).click();
  await dialog.waitFor({ state: "detached" });
  return key;
}
