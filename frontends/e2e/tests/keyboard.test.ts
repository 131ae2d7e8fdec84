/** Each flow without a pointer: only keys, from where the focus is. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { closeBrowser, visit } from "../support/browser";
import { nurse, resident, send, topic } from "../support/people";
import { practitionerUrl, residentUrl } from "../support/stack";

afterAll(closeBrowser);

interface Stop {
  readonly tag: string;
  readonly name: string;
  /** Whether the browser draws something around it. */
  readonly seen: boolean;
}

/** Where the focus is. The name is what stands there, or what a label or the accessibility tree says of it. */
function stop(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const labels = (element as HTMLInputElement).labels;
    const style = getComputedStyle(element);
    return {
      tag: element.tagName.toLowerCase(),
      name:
        element.getAttribute("aria-label") ??
        ([...(labels ?? [])].map(({ textContent }) => textContent).join(" ") || (element.textContent ?? "")),
      seen: style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 2,
    };
  });
}

/** Presses Tab until something of this name has the focus; every stop on the way must be seen. */
async function tabTo(page: Page, name: RegExp, key = "Tab"): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(key);
    const at = await stop(page);
    // A heading takes the focus when its page comes, to be read from there: nothing can be done on it.
    if (at.tag !== "body" && at.tag !== "h1" && !at.seen)
      throw new Error(`the focus is not seen on ${at.tag} "${at.name}"`);
    // The page itself holds every text; it is where the focus is between its last stop and its first.
    if (at.tag !== "body" && name.test(at.name)) return;
    passed.push(at.name);
  }
  throw new Error(`${name} is not to be reached; passed ${passed.join(" | ")}`);
}

async function enter(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
}

/** Chooses in the browser's own list by typing the beginning of what is wanted. */
async function pick(page: Page, list: RegExp, beginning: string): Promise<void> {
  await tabTo(page, list);
  await page.keyboard.type(beginning);
}

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name }).first().waitFor();

it("NAV-17 lets a resident sign in, write, read, mark done, change the language and sign out by keyboard alone", async () => {
  const { page, context } = await visit();
  await page.goto(`${residentUrl}/fi/`);
  await heading(page, "Tervetuloa");
  // The first stop skips to the content.
  await page.keyboard.press("Tab");
  expect((await stop(page)).name).toBe("Siirry sisältöön");
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
  await enter(page, /^Tunnistaudu$/);
  await page.getByRole("button", { name: /Aino/ }).focus();
  await page.keyboard.press("Enter");
  await heading(page, "Hei, Aino!");

  await enter(page, /^Uusi viesti/);
  await heading(page, "Uusi viesti");
  expect((await stop(page)).tag).toBe("h1");
  await pick(page, /Palvelualue/, "Lehtola");
  await page.getByText("Terveysasema").first().waitFor();
  await enter(page, /^Terveysasema/);
  await page.waitForURL(/none\/messages/);
  await page.getByText("Kysymys hoitajalle").first().waitFor();
  await enter(page, /^Kysymys hoitajalle/);
  await page.getByRole("textbox", { name: /Aihe/ }).waitFor();
  const about = topic("Näppäimillä");
  await tabTo(page, /Aihe/);
  await page.keyboard.type(about);
  await tabTo(page, /Viesti/);
  await page.keyboard.type("Kirjoitettu ilman hiirtä");
  await enter(page, /^Lähetä viesti$/);
  await heading(page, "Viesti lähetetty");

  const liisa = await nurse("Liisa");
  await liisa.page.goto(`${practitionerUrl}/fi/inbox`);
  await liisa.page.getByRole("list", { name: "Tehtävälista" }).waitFor();
  await tabTo(liisa.page, new RegExp(about));
  await liisa.page.keyboard.press("Enter");
  await liisa.page.getByRole("heading", { level: 2, name: about }).waitFor();
  await enter(liisa.page, /^Ota käsittelyyn$/);
  await liisa.page.getByRole("textbox", { name: /Vastaus/ }).waitFor();
  await tabTo(liisa.page, /Vastaus/);
  await liisa.page.keyboard.type("Vastattu ilman hiirtä");
  await liisa.page.keyboard.press("Control+Enter");
  await liisa.page.getByRole("article", { name: /Sinä/ }).getByText("Lähetetty").waitFor();

  await page.goto(`${residentUrl}/fi/inbox`);
  await page.getByRole("list", { name: "Omat keskustelut" }).waitFor();
  await enter(page, new RegExp(about));
  await page.getByText("Vastattu ilman hiirtä").waitFor();
  // What comes while one reads is announced.
  expect(await page.getByRole("region", { name: "Viestiketju" }).getAttribute("aria-live")).toBe("polite");
  await tabTo(page, /Merkitse tehdyksi/, "Shift+Tab");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog");
  await dialog.waitFor();
  await tabTo(page, /^Merkitse tehdyksi$/);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });

  await tabTo(page, /Kieli: Suomi/, "Shift+Tab");
  await page.keyboard.press("Enter");
  await enter(page, /^Svenska$/);
  await page.waitForURL(/\/sv\//);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await enter(page, /Aino Lehtonen/);
  await page.keyboard.press("Escape");
  expect((await stop(page)).name).toMatch(/Aino Lehtonen/);
  await page.keyboard.press("Enter");
  await enter(page, /^Logga ut$/);
  await heading(page, "Välkommen");
  await liisa.context.close();
  await context.close();
});

it("NAV-17 lets a professional sign in, choose a place, move, filter, forward and sign out by keyboard alone", async () => {
  const aino = await resident("Aino");
  const about = topic("Siirrettävä");
  await send(aino.page, about, "Toiseen jonoon");
  await aino.context.close();

  const { page, context } = await visit();
  await page.goto(`${practitionerUrl}/fi/`);
  await heading(page, "Kirjaudu sisään");
  await enter(page, /organisaation tunnuksella/);
  await page
    .getByRole("button", { name: /Mikko|Liisa/ })
    .first()
    .waitFor();
  await page.getByRole("button", { name: /Pekka/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: /Työpiste/ }).waitFor();
  await pick(page, /Ammattirooli/, "Sairaanhoitaja");
  await pick(page, /Työpiste/, "Lehtolan");
  await enter(page, /^Jatka$/);
  const list = page.getByRole("list", { name: "Tehtävälista" });
  await list.waitFor();

  await tabTo(page, /^Uudet/);
  await page.keyboard.press("ArrowRight");
  expect((await stop(page)).name).toMatch(/^Omat/);
  await page.keyboard.press("Home");
  expect((await stop(page)).name).toMatch(/^Uudet/);
  await tabTo(page, /Aihe tai nimi/);
  await page.keyboard.type(about);
  await page.getByRole("button", { name: new RegExp(about) }).waitFor();
  await tabTo(page, new RegExp(about));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 2, name: about }).waitFor();
  await enter(page, /^Ota käsittelyyn$/);
  await page.getByRole("textbox", { name: /Vastaus/ }).waitFor();
  await tabTo(page, /^Muut toiminnot$/, "Shift+Tab");
  await page.keyboard.press("Enter");
  await enter(page, /^Siirrä/);
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  // The focus stays inside, and Escape gives it back.
  for (let presses = 0; presses < 6; presses += 1) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("dialog, body")?.tagName)).toMatch(/DIALOG|BODY/);
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect((await stop(page)).name).toBe("Muut toiminnot");
  await enter(page, /^Käyttäjävalikko/);
  await enter(page, /^Kirjaudu ulos$/);
  await heading(page, "Kirjaudu sisään");
  await context.close();
});

it("finds commands by Ctrl+K and by a button, takes one by Enter, and gives the focus back", async () => {
  const { page, context } = await nurse("Helmi");
  await page.keyboard.press("Control+k");
  const field = page.getByRole("searchbox", { name: "Etsi komentoa" });
  await field.waitFor();
  await page.keyboard.type("asetuk");
  await page.getByRole("menuitem", { name: "Asetukset" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await heading(page, "Asetukset");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.getByRole("button", { name: "Etsi komentoa" }).focus();
  await page.keyboard.press("Enter");
  await field.waitFor();
  // Nothing of the admin panel for who may not enter it.
  expect(await page.getByRole("menuitem", { name: "Hallintapaneeli" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await field.waitFor({ state: "detached" });
  expect((await stop(page)).name).toContain("Etsi komentoa");
  await context.close();
});
