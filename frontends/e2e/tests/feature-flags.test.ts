/** Feature flags: read in the admin panel, switched by operators while people work. */
import { afterAll, afterEach, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { fail, serverWords } from "../support/faults";
import { nurse, professional } from "../support/people";
import { flag, practitionerUrl } from "../support/stack";

afterEach(() => flag("keyboard_shortcuts", "default"));
afterAll(closeBrowser);

/** How soon a flag is felt: on a machine that does other things as well, in its own time. */
const soonMs = process.env.KAJO_E2E_LONG ? 3_000 : 45_000;

const list = `${practitionerUrl}/fi/admin/feature-flags`;

it("IDN-14 lists every flag with its documentation and how it stands, in each language, with nothing to change", {
  tags: ["long"],
}, async () => {
  const { page, context } = await professional("Paula", { width: 360 });
  const mend = await fail(page, "ListFeatureFlags");
  await page.goto(list);
  await page.getByText(/Ominaisuuslippuja ei voitu ladata\./).waitFor();
  expect(await serverWords(page)).toEqual([]);
  await mend();
  await page.getByRole("button", { name: "Yritä uudelleen" }).click();

  const flags = page.getByRole("list", { name: "Ominaisuusliput" });
  const keys = flags.getByRole("listitem").filter({ hasText: "keyboard_shortcuts" });
  await keys.getByRole("heading", { level: 2, name: "Pikanäppäimet" }).waitFor();
  await keys.getByText(/Kun ominaisuus on pois päältä, näppäimet eivät tee mitään/).waitFor();
  expect(await keys.textContent()).toMatch(/Päällä.*Oletus\s*Päällä.*Muutettu viimeksi\s*Ei koskaan/);
  expect(await flags.getByRole("listitem").count()).toBeGreaterThan(1);
  expect(await flags.getByRole("button").or(flags.getByRole("switch")).or(flags.getByRole("textbox")).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);

  flag("keyboard_shortcuts", "off");
  await page.reload();
  await keys.getByText("Muutettu viimeksi").waitFor();
  expect(await keys.textContent()).toMatch(
    /Pois päältä.*Oletus\s*Päällä.*Muutettu viimeksi\s*\d\d\.\d\d\.\d{4} klo \d\d:\d\d/,
  );
  for (const [language, title] of [
    ["sv", "Kortkommandon"],
    ["en", "Keyboard shortcuts"],
  ] as const) {
    await page.goto(`${practitionerUrl}/${language}/admin/feature-flags`);
    await page.getByRole("heading", { level: 2, name: title }).waitFor();
  }
  await context.close();
});

it("IDN-14 switches a feature off and on for people at work, without a release and without a reload", async () => {
  const { page, context } = await nurse("Liisa");
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  const offered = page.getByRole("button", { name: "Pikanäppäimet" });
  await offered.waitFor();
  const shortcuts = page.getByRole("dialog", { name: "Pikanäppäimet" });
  await page.keyboard.press("?");
  await shortcuts.waitFor();
  await page.keyboard.press("Escape");
  await shortcuts.waitFor({ state: "detached" });

  flag("keyboard_shortcuts", "off");
  await offered.waitFor({ state: "detached", timeout: soonMs });
  await page.keyboard.press("?");
  expect(await shortcuts.count()).toBe(0);

  flag("keyboard_shortcuts", "on");
  await offered.waitFor({ timeout: soonMs });
  await page.keyboard.press("?");
  await shortcuts.waitFor();
  expect(loads).toBe(0);
  await context.close();
});
