// @module-tag long: what stands where, at several widths
/** Where messages that come and go stand: beside what is worked on, and in one piece. */
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { fail } from "../support/faults";
import { inConversation, nurse, open, topic } from "../support/people";

afterAll(closeBrowser);

const toast = (page: Page, text: string) => page.getByRole("status").locator("> div").filter({ hasText: text });

/** What the page holds under the toast, of what is meant by `of`. */
async function covered(over: Locator, page: Page, of: string): Promise<readonly string[]> {
  const box = await over.boundingBox();
  if (!box) throw new Error("the toast is not on the screen");
  return page.locator(of).evaluateAll(
    (elements, { x, y, width, height }) =>
      elements
        .filter((element) => {
          const other = element.getBoundingClientRect();
          return other.right > x && other.left < x + width && other.bottom > y && other.top < y + height;
        })
        .map((element) => element.outerHTML.slice(0, 80)),
    box,
  );
}

/** The lines that an error code takes. */
const linesOfCode = (over: Locator) =>
  over
    .locator("span[translate=no]")
    .evaluate((code) =>
      Math.round(code.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(code).fontSize) / 1.5),
    );

it("covers no form of residents at 1280 px, no title of a dialog on a phone, and breaks no code there", async () => {
  const about = topic("Ilmoitus");
  const { page, context } = await inConversation("Aino", about, "Hyvää päivää.");
  await fail(page, "MarkDone", "internal");
  const mark = async () => {
    await page.getByRole("button", { name: "Merkitse tehdyksi" }).click();
    return page.getByRole("alertdialog", { name: "Merkitse tehdyksi" });
  };
  await (await mark()).getByRole("button", { name: "Merkitse tehdyksi" }).click();
  const notice = toast(page, "Keskustelua ei voitu merkitä tehdyksi.");
  await notice.waitFor();
  expect(await covered(notice, page, "main form, main button, main h1")).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  const dialog = await mark();
  const within = dialog.getByRole("status").locator("> div");
  await within.waitFor();
  expect(await covered(within, page, "dialog h2, dialog p, dialog button:not([aria-label])")).toEqual([]);
  expect(await linesOfCode(within)).toBe(1);
  await context.close();
});

it("covers nothing that professionals work on at 1280 px", async () => {
  const about = topic("Ilmoitus");
  const aino = await inConversation("Aino", about, "Hyvää päivää.");
  const { page, context } = await nurse("Liisa");
  await open(page, about);
  await fail(page, "TakeConversation", "internal");
  await page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  const notice = toast(page, "Virhekoodi");
  await notice.waitFor();
  expect(await covered(notice, page, "main, main *")).toEqual([]);
  expect(await linesOfCode(notice)).toBe(1);
  await aino.context.close();
  await context.close();
});
