import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { nurse, resident } from "../support/people";
import { askingQueue } from "../support/routes";
import { practitionerUrl, residentUrl } from "../support/stack";

afterAll(closeBrowser);

interface Configured {
  readonly lang: string;
  /** Date and time, as notifications have them. */
  readonly moment: RegExp;
  /** A date in a component. */
  readonly day: RegExp;
  /** What a survey of the demo is called. */
  readonly survey: string;
}

const finnish = {
  moment: /^\d\d\.\d\d\.\d{4} klo \d\d:\d\d$/,
  day: /^\d\d?\.\d\d?\.\d{4}$/,
  survey: "Oirearvio",
};

const configured: Record<string, Configured> = {
  fi: { lang: "fi", ...finnish },
  sv: {
    lang: "sv",
    moment: /^\p{Ll}+ \d\d? \p{Ll}+\.? \d{4} kl\.\u00A0\d\d:\d\d$/u,
    day: /^\d{4}-\d\d-\d\d$/,
    survey: "Symptombedömning",
  },
  en: {
    lang: "en",
    moment: /^\p{Lu}\p{Ll}+ \d\d? \p{Lu}\p{Ll}+ \d{4} at \d\d:\d\d$/u,
    day: /^\d\d\/\d\d\/\d{4}$/,
    survey: "Symptom assessment",
  },
  sme: { lang: "se", ...finnish },
  smn: { lang: "smn", ...finnish },
  sms: { lang: "sms", ...finnish },
};

const langOf = (page: Page) => page.locator("html").getAttribute("lang");

/** The newest conversation of the list. */
const newest = (page: Page) => page.getByRole("main").getByRole("listitem").first().locator("time");

/** Marks that say in which direction one reads are not seen. */
const seen = (text: string | null) => (text ?? "").replaceAll(/[\u2066-\u2069]/g, "");

it("NAV-22 the page, dates and surveys of residents follow the configuration of each language", async () => {
  const { page, context } = await resident("Aino");
  for (const [language, { lang, moment, survey }] of Object.entries(configured)) {
    await page.goto(`${residentUrl}/${language}/inbox`);
    await newest(page).waitFor();
    expect(await langOf(page)).toBe(lang);
    expect(await newest(page).textContent()).toMatch(moment);
    await page.goto(`${residentUrl}/${language}/triage/${askingQueue}`);
    await page.getByRole("heading", { level: 1, name: survey, exact: true }).waitFor();
    expect(await langOf(page)).toBe(lang);
  }
  await context.close();
});

it("NAV-22 the page, dates and components of professionals follow the configuration of each language", async () => {
  const { page, context } = await nurse("Liisa");
  for (const [language, { lang, moment, day }] of Object.entries(configured)) {
    if (!["fi", "sv", "en"].includes(language)) continue;
    await page.goto(`${practitionerUrl}/${language}/inbox`);
    await newest(page).waitFor();
    expect(await langOf(page)).toBe(lang);
    expect(await newest(page).getAttribute("title")).toMatch(moment);
    await page.goto(`${practitionerUrl}/${language}/appointments`);
    const field = page.getByRole("main").getByRole("spinbutton").first().locator("xpath=..");
    await field.waitFor();
    expect(seen(await field.textContent())).toMatch(day);
  }
  await context.close();
});
