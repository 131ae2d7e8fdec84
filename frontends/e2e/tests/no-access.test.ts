import { afterAll, expect, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { professional } from "../support/people";
import { practitionerUrl } from "../support/stack";

afterAll(closeBrowser);

/** Who lacks what, and what they are told in Finnish, Swedish and English. */
const lacking = [
  ["Tauno", "level", /käyttäjätasoa/, /användarnivå/, /user level/],
  ["Raija", "role", /^Sinulle ei ole annettu ammattiroolia\.$/, /yrkesroll/, /professional role/],
  ["Paavo", "location", /^Sinulle ei ole annettu työpistettä\.$/, /arbetsplats/, /work location/],
  ["Kaisa", "role and location", /ammattiroolia eikä työpistettä/, /yrkesroll.*arbetsplats/, /role.*location/],
] as const;

it.each(lacking)(
  "IDN-06 tells %s, who lacks a %s, so on a page of its own, and whom to ask",
  async (name, _what, fi, sv, en) => {
    const { page, context } = await professional(name);
    const pages = [
      ["fi", "Ei käyttöoikeutta", fi, "Ota yhteyttä esihenkilöösi."],
      ["sv", "Ingen åtkomst", sv, "Kontakta din chef."],
      ["en", "No access", en, "Contact your supervisor."],
    ] as const;
    for (const [language, title, missing, supervisor] of pages) {
      // No other page shows instead: the inbox leads here as well.
      for (const path of ["", "/inbox"]) {
        await page.goto(`${practitionerUrl}/${language}${path}`);
        const main = page.getByRole("main");
        await main.getByText(missing).waitFor();
        await main.getByRole("heading", { level: 1, name: title }).waitFor();
        await main.getByText(supervisor).waitFor();
        expect(await main.getByRole("button").count()).toBe(0);
        expect(await page.getByRole("tab").count()).toBe(0);
      }
    }
    await context.close();
  },
);
