// @module-tag long: second journeys of signing out
/** Where one is signed in, and signing out there. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { fail } from "../support/faults";
import { inConversation, nurse, openForm, resident, topic } from "../support/people";
import { practitionerUrl, residentUrl } from "../support/stack";

afterAll(closeBrowser);

/** All that can be read in a browser without signing in: the page and what lies behind it in the storage of the tab. */
const readable = (at: Page) =>
  at.evaluate(() =>
    [document.title, document.documentElement.outerHTML, { ...sessionStorage }, { ...localStorage }]
      .map((each) => JSON.stringify(each))
      .join("\n"),
  );

const mine = `${residentUrl}/fi/user/sessions`;
const cards = (at: Page) => at.getByRole("list", { name: "Kirjautumiset" }).getByRole("listitem");
const other = (at: Page) => cards(at).filter({ hasNotText: "Tämä laite" });
const endOne = (at: Page) => other(at).getByRole("button", { name: /^Kirjaa ulos: / });
const dialog = (at: Page) => at.getByRole("alertdialog");

/** Comes to the page by the menu, as people do. */
async function openSessions(at: Page, name: RegExp): Promise<void> {
  await at.getByRole("button", { name }).click();
  await at.getByRole("link", { name: "Kirjautumiset" }).click();
  await at.getByRole("heading", { level: 1, name: "Kirjautumiset" }).waitFor();
}

/** Signs all other devices of earlier tests out. */
async function alone(at: Page): Promise<void> {
  await at.goto(mine);
  await cards(at).first().waitFor();
  if ((await other(at).count()) === 0) return;
  await at.getByRole("button", { name: "Kirjaa ulos muut laitteet" }).click();
  await dialog(at).getByRole("button", { name: "Kirjaa ulos" }).click();
  await at.getByText("Olet kirjautuneena vain tällä laitteella.").waitFor();
}

it("shows a resident where they are signed in, and ends one session, in whose browser nothing stays to be read", async () => {
  const here = await resident("Elli");
  await alone(here.page);
  expect(await cards(here.page).count()).toBe(1);
  await here.page.getByText("Suomi.fi-tunnistus").waitFor();
  expect(await violations(here.page)).toEqual([]);

  const there = await resident("Elli");
  await openForm(there.page);
  const about = topic("Kesken");
  await there.page.getByRole("textbox", { name: /Aihe/ }).fill(about);

  await here.page.goto(`${residentUrl}/fi`);
  await openSessions(here.page, /Elli/);
  await other(here.page).waitFor();
  expect(await cards(here.page).nth(0).textContent()).toContain("Tämä laite");
  expect(await other(here.page).textContent()).toMatch(/Chrome, Linux.*Kirjauduttu.*Käytetty viimeksi/);
  // Two of the same browser are told apart, also by who hears their names alone; and they are counted as what they are.
  const names = await cards(here.page).getByRole("heading", { level: 2 }).allTextContents();
  expect(names).toHaveLength(2);
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).toMatch(/^Chrome, Linux, kirjauduttu \d\d\.\d\d\.\d{4} klo \d\d:\d\d/);
  expect(await endOne(here.page).getAttribute("aria-label")).toBe(`Kirjaa ulos: ${names[1]}`);
  await here.page.getByRole("status").getByText("2 kirjautumista").waitFor();
  expect(await violations(here.page)).toEqual([]);

  // A failure says so and ends nothing; by keyboard alone.
  const whole = await fail(here.page, "EndMySession", "unavailable");
  await endOne(here.page).focus();
  await here.page.keyboard.press("Enter");
  await dialog(here.page).waitFor();
  expect(await violations(here.page)).toEqual([]);
  await here.page.keyboard.press("Escape");
  await expect.poll(() => endOne(here.page).evaluate((button) => button === document.activeElement)).toBe(true);
  await here.page.keyboard.press("Enter");
  await dialog(here.page).getByRole("button", { name: "Kirjaa ulos" }).press("Enter");
  await here.page.getByText("Laitetta ei voitu kirjata ulos.", { exact: false }).waitFor();
  await whole();
  await endOne(here.page).press("Enter");
  await dialog(here.page).getByRole("button", { name: "Kirjaa ulos" }).press("Enter");
  await here.page.getByText(/^Uloskirjaus onnistui: Chrome, Linux, kirjauduttu .*\.$/).waitFor();
  await here.page.getByText("Olet kirjautuneena vain tällä laitteella.").waitFor();
  expect(await here.page.evaluate(() => document.activeElement?.tagName)).toBe("H1");

  // The other browser is told, and why; its next step is the page to sign in.
  await there.page.getByText("Istuntosi päätettiin toiselta laitteelta", { exact: false }).waitFor();
  expect(await there.page.getByRole("heading", { level: 1 }).allTextContents()).toEqual(["Istuntosi on päättynyt"]);
  expect(await there.page.getByRole("textbox").count()).toBe(0);
  expect(await readable(there.page)).not.toMatch(new RegExp(`Elli|Fofonoff|${about}`));
  expect(await violations(there.page)).toEqual([]);
  // Whoever wrote it has it again.
  await there.page.getByRole("button", { name: "Kirjaudu sisään" }).click();
  await there.page.getByRole("button", { name: /Elli/ }).click();
  await there.page.getByRole("textbox", { name: /Aihe/ }).waitFor();
  expect(await there.page.getByRole("textbox", { name: /Aihe/ }).inputValue()).toBe(about);
  await there.context.close();
  await here.context.close();
});

it("leaves nothing of a thread and of an answer to whoever comes to a browser after its session was ended, not by Back either", async () => {
  const about = topic("Luottamuksellinen");
  const there = await inConversation("Elli", about, "Vain minulle ja hoitajalle.", { width: 360 });
  const { page } = there;
  const thread = page.url();
  await page.goto(`${residentUrl}/fi/inbox`);
  await page.getByRole("link", { name: new RegExp(about) }).click();
  await page.getByRole("textbox", { name: "Vastaus" }).fill("Puolivalmis vastaus");
  const secrets = new RegExp(`Elli|Fofonoff|${about}|Vain minulle|Puolivalmis`);
  expect(await readable(page)).toMatch(secrets);

  const here = await resident("Elli");
  await alone(here.page);
  await page.getByRole("heading", { level: 1, name: "Istuntosi on päättynyt" }).waitFor();
  expect(await readable(page)).not.toMatch(secrets);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: /Istuntosi on päättynyt|Tervetuloa/ }).waitFor();
  expect(await readable(page)).not.toMatch(secrets);
  await page.goForward();
  expect(await readable(page)).not.toMatch(secrets);
  // A browser that keeps pages aside shows none of them: it is loaded anew, and asks who is there.
  const anew = page.waitForEvent("load");
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await anew;
  await page.getByRole("button", { name: "Tunnistaudu" }).waitFor();
  expect(await readable(page)).not.toMatch(secrets);

  await page.goto(thread);
  await page.getByRole("button", { name: "Tunnistaudu" }).waitFor();
  expect(new URL(page.url()).searchParams.get("returnTo")).toBe(new URL(thread).pathname);
  await page.getByRole("button", { name: "Tunnistaudu" }).click();
  await page.getByRole("button", { name: /Elli/ }).click();
  const answer = page.getByRole("textbox", { name: "Vastaus" });
  await expect.poll(() => answer.inputValue()).toBe("Puolivalmis vastaus");
  await answer.fill("");
  await Promise.all([there.context.close(), here.context.close()]);
});

it("signs a resident out everywhere after a question, and each browser is back at the page to sign in", async () => {
  const here = await resident("Elli");
  const there = await resident("Elli");
  await here.page.goto(mine);
  await here.page.getByRole("button", { name: "Kirjaudu ulos kaikkialta" }).click();
  await dialog(here.page).getByText("Sinut kirjataan ulos heti kaikilta laitteilta, myös tältä.").waitFor();
  await dialog(here.page).getByRole("button", { name: "Peruuta" }).click();
  expect(await cards(here.page).count()).toBeGreaterThan(1);
  await here.page.getByRole("button", { name: "Kirjaudu ulos kaikkialta" }).click();
  await dialog(here.page).getByRole("button", { name: "Kirjaudu ulos kaikkialta" }).click();
  await here.page.getByRole("heading", { name: "Tervetuloa" }).waitFor();
  await there.page
    .getByText("Istuntosi päätettiin toiselta laitteelta tai kaikilta laitteilta kerralla.", { exact: false })
    .waitFor();
  // Also whoever comes back later is told, on the page to sign in; the page says it once, under one heading, and has nothing of the person any more.
  await there.page.getByRole("heading", { level: 1, name: "Tervetuloa" }).waitFor();
  expect(await there.page.getByRole("heading", { level: 1 }).count()).toBe(1);
  expect(await there.page.getByRole("link", { name: "Viestit" }).count()).toBe(0);
  expect(await readable(there.page)).not.toMatch(/Elli|Fofonoff/);
  await expect.poll(() => there.page.getByRole("alert").count()).toBe(1);
  await there.page.goto(`${residentUrl}/fi/inbox`);
  await there.page.getByRole("button", { name: "Tunnistaudu" }).waitFor();
  await there.page
    .getByText("Tämä laite kirjattiin ulos toiselta laitteelta, tai kaikki laitteet kirjattiin ulos kerralla.", {
      exact: false,
    })
    .waitFor();
  expect(await violations(there.page)).toEqual([]);
  await there.context.close();
  await here.context.close();
});

it("shows a professional role and location of each session, and ends all others", async () => {
  const here = await nurse("Karin");
  const there = await nurse("Karin");
  await openSessions(here.page, /Karin/);
  await other(here.page).first().waitFor();
  const told = await cards(here.page).allTextContents();
  for (const card of told.slice(0, 2)) {
    expect(card).toMatch(/Organisaation tunnus, ammattilainen.*Sairaanhoitaja.*Lehtolan terveysasema/);
  }
  expect(await violations(here.page)).toEqual([]);
  await here.page.getByRole("button", { name: "Kirjaa ulos muut laitteet" }).click();
  await dialog(here.page).getByRole("button", { name: "Kirjaa ulos" }).click();
  await here.page.getByText("Olet kirjautuneena vain tällä laitteella.").waitFor();
  await there.page.getByText("Istuntosi päätettiin toiselta laitteelta", { exact: false }).waitFor();
  await there.page.goto(`${practitionerUrl}/fi/inbox`);
  await there.page.getByRole("button", { name: /organisaation tunnuksella/ }).waitFor();
  await there.context.close();
  await here.context.close();
});
