/** Pictures of states that no address leads to, in each language of an app, and their contact sheet. */
import { join } from "node:path";
import type { Page } from "playwright-core";
import { practitionerUrl, residentUrl } from "../support/stack";
import { contactSheet, type Picture } from "./sheet";
import { folder, take } from "./take";

const residents = ["fi", "sv", "sms"] as const;
const professionals = ["fi", "sv"] as const;

/** Presses what sends a page's form, whatever it is called. */
export const submit = (page: Page) => page.locator("main button[type=submit]").first().click();

/** `add` takes a state in each language; `reach` brings a page that was loaded anew into it. `close` makes the sheet. */
export function album(app: "resident" | "practitioner", sheet = `${app}-states`) {
  const base = app === "resident" ? residentUrl : practitionerUrl;
  const languages = app === "resident" ? residents : professionals;
  const pictures: Picture[] = [];
  return {
    async add(page: Page, screen: string, path: string, reach?: (page: Page) => Promise<unknown>) {
      for (const language of languages) {
        pictures.push(...(await take(page, app, screen, language, `${base}/${language}${path}`, reach)));
      }
    },
    close: (page: Page) => contactSheet(page, pictures, join(folder, `${sheet}.png`)),
  };
}
