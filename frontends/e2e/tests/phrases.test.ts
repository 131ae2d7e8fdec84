/** A professional's own phrases. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { fail } from "../support/faults";
import { nurse, open, topic, wrote } from "../support/people";

afterAll(closeBrowser);

/** By keyboard alone: what is named takes the focus and is pressed. */
async function press(page: Page, name: RegExp | string): Promise<void> {
  const dialog = page.getByRole("dialog").last();
  const within = (await dialog.count()) > 0 ? dialog : page;
  await within.getByRole("button", { name }).first().focus();
  await page.keyboard.press("Enter");
}

const told = (page: Page, words: string) => page.getByRole("status").getByText(words).first().waitFor();

it("CON-12 lets a professional keep, find, change, order, insert and remove phrases by keyboard alone, and nobody else has them", async () => {
  const about = topic("Lauseet");
  await wrote("Aino", [about, "Mitä teen?"]);
  const { page, context } = await nurse("Karin");
  await open(page, about);
  await page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  const box = page.getByRole("textbox", { name: "Vastaus" });
  await box.fill("Hei Aino,");

  await press(page, "Omat lauseet");
  const dialog = page.getByRole("dialog", { name: "Omat lauseet" });
  await dialog.getByText("Sinulla ei ole vielä lauseita").waitFor();
  expect(await violations(page)).toEqual([]);

  const listed = (name: string) => dialog.getByRole("listitem").filter({ hasText: name });
  // What is wrong is told at its field, and nothing typed is lost when saving fails.
  await press(page, "Uusi lause");
  await press(page, "Tallenna lause");
  await page.getByRole("dialog").getByText("Tämä kenttä on pakollinen").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("text");
  await page.keyboard.type("aikasi on [ ] klo [ ].");
  expect(await violations(page)).toEqual([]);
  const mend = await fail(page, "SavePhrase");
  await press(page, "Tallenna lause");
  await page.getByRole("dialog").getByText("Lausetta ei voitu tallentaa.", { exact: false }).waitFor();
  expect(
    await page
      .getByRole("dialog")
      .getByRole("textbox", { name: /^Lause/ })
      .inputValue(),
  ).toBe("aikasi on [ ] klo [ ].");
  await mend();
  await press(page, "Tallenna lause");
  await told(page, "Lause tallennettiin.");
  await press(page, "Uusi lause kirjoitetusta");
  await page.getByRole("dialog").getByRole("textbox", { name: /^Nimi/ }).focus();
  await page.keyboard.type("Tervehdys");
  await press(page, "Tallenna lause");
  await listed("Tervehdys").waitFor();

  // Put into another order, found by words, changed.
  const names = () => dialog.getByRole("listitem").allTextContents();
  await press(page, "Siirrä ylös: Tervehdys");
  await expect.poll(async () => (await names())[0]).toContain("Tervehdys");
  await dialog.getByRole("searchbox").focus();
  await page.keyboard.type("klo aikasi");
  await expect.poll(async () => (await names()).length).toBe(1);
  await press(page, /^Muokkaa/);
  await page.getByRole("dialog").getByRole("textbox", { name: /^Nimi/ }).focus();
  await page.keyboard.type("Aika");
  await press(page, "Tallenna lause");
  await listed("Aika").waitFor();

  // Inserted at the caret, with the first place to fill in selected.
  await press(page, "Lisää viestiin Aika");
  await dialog.waitFor({ state: "detached" });
  expect(await box.inputValue()).toBe("Hei Aino, aikasi on [ ] klo [ ].");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("reply");
  await page.keyboard.type("4.5.");
  expect(await box.inputValue()).toBe("Hei Aino, aikasi on 4.5. klo [ ].");

  // A colleague has others.
  const outi = await nurse("Outi");
  const other = topic("Toinen");
  await wrote("Aino", [other, "Entä nyt?"]);
  await open(outi.page, other);
  await outi.page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await outi.page.getByRole("button", { name: "Omat lauseet" }).click();
  await outi.page.getByText("Sinulla ei ole vielä lauseita").waitFor();
  await outi.context.close();

  await press(page, "Omat lauseet");
  for (const name of ["Tervehdys", "Aika"]) {
    await press(page, `Poista ${name}`);
    await page.getByRole("alertdialog").getByRole("button", { name: "Poista" }).focus();
    await page.keyboard.press("Enter");
    await listed(name).waitFor({ state: "detached" });
  }
  await dialog.getByText("Sinulla ei ole vielä lauseita").waitFor();
  await context.close();
});
