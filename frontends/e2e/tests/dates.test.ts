import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { nurse, resident } from "../support/people";
import { practitionerUrl, residentUrl } from "../support/stack";

afterAll(closeBrowser);

/** A part of a moment as the calendar of Finland has it. */
const part = (at: Date, locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { timeZone: "Europe/Helsinki", ...options }).format(at);

const clock = (at: Date) => part(at, "en-GB", { hour: "2-digit", minute: "2-digit" });
const number = (at: Date, field: "day" | "month" | "year") =>
  Number(
    new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Helsinki", [field]: "numeric" })
      .formatToParts(at)
      .find((each) => each.type === field)?.value,
  );
const two = (value: number) => String(value).padStart(2, "0");

interface Written {
  readonly moment: string;
  readonly day: string;
}

/** Day and time as notifications have them, and the day as it stands over a thread (NAV-06). */
const expected = {
  finnish: (at: Date) => ({
    moment: `${two(number(at, "day"))}.${two(number(at, "month"))}.${number(at, "year")} klo ${clock(at)}`,
    day: `${part(at, "fi-FI", { weekday: "long" })} ${number(at, "day")}.${number(at, "month")}.${number(at, "year")}`,
  }),
  swedish: (at: Date) => ({
    moment: `${part(at, "sv-SE", { weekday: "long" })} ${part(at, "sv-SE", { day: "numeric", month: "short", year: "numeric" })} kl.\u00A0${clock(at)}`,
    day: `${part(at, "sv-SE", { weekday: "long" })} ${part(at, "sv-SE", { day: "numeric", month: "long", year: "numeric" })}`,
  }),
  english: (at: Date) => ({
    moment: `${part(at, "en-GB", { weekday: "long" })} ${part(at, "en-GB", { day: "numeric", month: "short", year: "numeric" })} at ${clock(at)}`,
    day: `${part(at, "en-GB", { weekday: "long" })} ${part(at, "en-GB", { day: "numeric", month: "long", year: "numeric" })}`,
  }),
} as const;

/** The first row of the list, where a desk has room for less and says the rest on asking, and the thread behind it. */
async function follows(page: Page, written: (at: Date) => Written, { full }: { readonly full: "text" | "title" }) {
  const row = page.getByRole("main").getByRole("listitem").first();
  const shown = row.locator("time");
  await shown.waitFor();
  const inRow = written(new Date((await shown.getAttribute("datetime")) ?? ""));
  expect(full === "text" ? await shown.textContent() : await shown.getAttribute("title")).toBe(inRow.moment);
  await row.locator("a, button").first().click();
  const message = page.locator("[data-entry] time").first();
  await message.waitFor();
  const inThread = written(new Date((await message.getAttribute("datetime")) ?? ""));
  expect(await message.textContent()).toBe(inThread.moment);
  await page.getByRole("heading", { name: inThread.day }).waitFor();
}

it("NAV-04 writes days and times for residents as each language does, and for the Sami languages as Finnish does", async () => {
  const { page, context } = await resident("Aino");
  const patterns = {
    fi: expected.finnish,
    sv: expected.swedish,
    en: expected.english,
    sme: expected.finnish,
    smn: expected.finnish,
    sms: expected.finnish,
  };
  for (const [language, written] of Object.entries(patterns)) {
    await page.goto(`${residentUrl}/${language}/inbox`);
    await follows(page, written, { full: "text" });
  }
  await context.close();
});

it("NAV-04 writes days and times for professionals as each language does", { tags: ["long"] }, async () => {
  const { page, context } = await nurse("Liisa");
  const patterns = { fi: expected.finnish, sv: expected.swedish, en: expected.english };
  for (const [language, written] of Object.entries(patterns)) {
    await page.goto(`${practitionerUrl}/${language}/inbox`);
    await follows(page, written, { full: "title" });
  }
  await context.close();
});
