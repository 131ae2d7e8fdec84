/** Appointments of a resident: booked, moved and cancelled, by keyboard on a phone, and the file for a calendar. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { AppointmentType } from "../../shared/src/rpc/gen/kajo/scheduling/v1/common_pb";
import { violations } from "../support/axe";
import { dayAhead, makeBookable } from "../support/bookable";
import { closeBrowser } from "../support/browser";
import { enter, heading, stop, tabTo } from "../support/keys";
import { administrator, resident, topic } from "../support/people";
import { residentUrl } from "../support/stack";

afterAll(closeBrowser);

const lehtola = "Lehtolan terveysasema";

/** Times of a service of its own, from some days ahead. */
async function bookable(service: string): Promise<void> {
  const { context } = await administrator("Paula");
  await makeBookable(context.request, {
    service,
    instructions: "Ota mukaan lista lääkkeistäsi.",
    from: dayAhead(3),
    at: [
      { location: lehtola, type: AppointmentType.IN_PERSON },
      { location: "Niittyrannan hyvinvointikeskus", type: AppointmentType.PHONE },
    ],
  });
  await context.close();
}

const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
const fact = (page: Page, name: string) => page.locator("main dl div").filter({ hasText: name }).locator("dd").first();

/** Nothing is wrong with the page, and nothing of it stands beside the window. */
async function isWell(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await width(page)).toBeLessThanOrEqual(0);
}

/** The calendar file of the page, as its lines. */
async function calendarFile(page: Page): Promise<readonly string[]> {
  const [file] = await Promise.all([page.waitForEvent("download"), enter(page, /^Lisää kalenteriin$/)]);
  expect(file.suggestedFilename()).toBe("kajo.ics");
  return (await readFile(await file.path(), "utf8")).replaceAll("\r\n ", "").split("\r\n");
}

it("SCH-01 SCH-03 SCH-04 SCH-17 a resident books by four presses, takes the calendar file, moves and cancels, all by keyboard", {
  timeout: 120_000,
}, async () => {
  const service = topic("Lähineuvonta");
  await bookable(service);
  const { page, context } = await resident("Nils", { width: 360 });
  await page.getByRole("link", { name: /^Varaa aika/ }).waitFor();
  await enter(page, /^Varaa aika/);
  await heading(page, "Mitä varten varaat ajan?");
  await page.getByRole("link", { name: service }).waitFor();
  await isWell(page);

  // A role or a service is found by its words.
  await tabTo(page, /^Hae palvelua tai ammattilaista/);
  await page.keyboard.type("lääkäri");
  await page.getByRole("link", { name: service }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Lääkäri", exact: true }).waitFor();
  for (let typed = "lääkäri".length; typed > 0; typed -= 1) await page.keyboard.press("Backspace");
  await page.getByRole("link", { name: service }).waitFor();

  // The first press: what for.
  await enter(page, new RegExp(`^${service}`));
  await heading(page, "Missä ja miten?");
  await isWell(page);
  // The second: anywhere, in any way.
  await enter(page, /^Näytä ajat$/);
  await heading(page, "Milloin?");
  await page.getByRole("list", { name: "Ensimmäiset vapaat ajat" }).getByRole("button").first().waitFor();
  await page.getByRole("grid").waitFor();
  await isWell(page);
  // The third: one of the first times there are, each of which says all of itself.
  await tabTo(page, new RegExp(`klo 08:00.*30 minuuttia · Vastaanotto · .*${lehtola}`));
  const { name } = await stop(page);
  await page.keyboard.press("Enter");
  await heading(page, "Tarkista ja vahvista");
  await page.getByText(/^Aikaa pidetään sinulle vielä/).waitFor();
  const [day = "", at = ""] = name.split(/\s*,\s*/);
  await expect.poll(() => fact(page, "Milloin").textContent()).toBe(`${day} ${at}`);
  await isWell(page);
  // The fourth: it is booked.
  await enter(page, /^Vahvista varaus$/);
  await page.getByText("Aikasi on varattu.").waitFor();
  const address = page.url().replace(/\?.*/, "");
  const instructions = page.getByRole("link", { name: "Valmistautumisohjeet" });
  await instructions.waitFor();
  await isWell(page);

  const file = await calendarFile(page);
  expect(file[0]).toBe("BEGIN:VCALENDAR");
  expect(file).toContain("SEQUENCE:0");
  const uid = file.find((line) => line.startsWith("UID:"));

  await enter(page, /^Valmistautumisohjeet$/);
  await heading(page, "Valmistautumisohjeet");
  await page.getByText("Ota mukaan lista lääkkeistäsi.").waitFor();
  await isWell(page);
  await enter(page, /^Takaisin aikaan$/);

  // Moved to a day of the calendar, in person: the old time stands until then, and is in sight.
  await enter(page, /^Siirrä aika$/);
  await heading(page, "Milloin?");
  await page.getByText(`Aikasi nyt: ${day} ${at}`).waitFor();
  await enter(page, /^Seuraava kuukausi$/);
  const nextFree = page.getByRole("button", { name: "Seuraava vapaa päivä" });
  await expect.poll(() => nextFree.getAttribute("aria-disabled")).toBeNull();
  await tabTo(page, /^Seuraava vapaa päivä$/, "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 3, name: / \d+ aikaa?$/ }).waitFor();
  // The focus stays where it was.
  expect((await stop(page)).name).toBe("Seuraava vapaa päivä");
  await enter(page, /klo 09:30.*30 minuuttia · Vastaanotto · /);
  await heading(page, "Tarkista uusi aika");
  const moved = await fact(page, "Milloin").textContent();
  expect(moved).not.toBe(`${day} ${at}`);
  await page.getByText("Tule paikalle vähintään 10 minuuttia ennen ajan alkua.").waitFor();
  await isWell(page);
  await enter(page, /^Siirrä tähän aikaan$/);
  await page.getByText("Aikasi on siirretty.").waitFor();
  // It is the same one: its address, and its entry in the calendar.
  expect(page.url().replace(/\?.*/, "")).toBe(address);
  expect(await fact(page, "Milloin").textContent()).toBe(moved);
  await page.getByText(`Aiempi aika: ${day} ${at}`).waitFor();
  const later = await calendarFile(page);
  expect(later).toContain("SEQUENCE:1");
  expect(later).toContain(uid);
  await isWell(page);

  // It stands on the first page.
  await page.goto(`${residentUrl}/fi/`);
  const coming = page
    .getByRole("list", { name: "Tulevat ajat" })
    .getByRole("link", { name: `${service} Varattu aika` });
  await coming.getByText(`${moved}`).waitFor();
  await tabTo(page, new RegExp(`^${service}.*Varattu aika`));
  await page.keyboard.press("Enter");

  // Cancelled, not without a reason.
  await enter(page, /^Peru aika$/);
  await heading(page, "Peru aika");
  await page.getByText(/^Voit perua ajan täällä viimeistään/).waitFor();
  await enter(page, /^Peru aika$/);
  await page.getByRole("link", { name: /^Syy:/ }).waitFor();
  await isWell(page);
  await tabTo(page, /^Syy/);
  await page.keyboard.press("Enter");
  await page.keyboard.type("Olen terve.");
  await enter(page, /^Peru aika$/);
  await page.getByText("Aika on peruttu.").waitFor();
  await page.getByText("Syy: Olen terve.").waitFor();
  expect(await page.getByRole("link", { name: "Siirrä aika" }).count()).toBe(0);
  await isWell(page);
  await page.goto(`${residentUrl}/fi/`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(() => coming.count()).toBe(0);
  await context.close();
});

it("books in Skolt Sami on a narrow phone: nothing stands beside the window, and all has its name", {
  tags: ["long"],
}, async () => {
  const { page, context } = await resident("Nils", { width: 360 });
  await page.goto(`${residentUrl}/sms/book-appointment`);
  await page.getByRole("link", { name: /^Hoitajan vastaanotto/ }).click();
  await page.getByRole("radiogroup").first().waitFor();
  await isWell(page);
  await page.locator("main button[type=submit]").click();
  const times = page.locator("main ul button");
  await times.first().waitFor();
  await page.getByRole("grid").waitFor();
  await isWell(page);
  await times.first().click();
  await page.waitForURL(/step=confirm/);
  await page.locator("main dl").waitFor();
  await isWell(page);
  // Who goes back lets go of it.
  const [released] = await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith("/ReleaseHold")),
    page.goBack(),
  ]);
  expect(released.ok()).toBe(true);
  await context.close();
});
