/**
 * Pictures of every screen of both apps in Finnish, Swedish and Skolt Sami, on a phone and a desk, light and dark, and a
 * contact sheet of them per app: .local/pictures/resident.png and practitioner.png.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { settled } from "../support/page";
import { nurse, professional, resident, startWork } from "../support/people";
import { adminRoutes, findInbox, residentPaths, workRoutes } from "../support/routes";
import { practitionerUrl, residentUrl } from "../support/stack";
import { contactSheet, type Picture } from "./sheet";

afterAll(closeBrowser);

const folder = join(import.meta.dirname, "../../../.local/pictures");
const widths = [360, 1440] as const;
const looks = ["light", "dark"] as const;

async function take(page: Page, app: string, url: string, language: string): Promise<Picture[]> {
  const taken: Picture[] = [];
  const path = new URL(url).pathname.split("/").slice(2);
  const { searchParams } = new URL(url);
  if (searchParams.has("conversation")) path.push("conversation");
  const screen = path.filter((part) => part !== "" && !/^[0-9a-f-]{36}$/.test(part)).join("-") || "home";
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 360 ? 780 : 900 });
    await page.goto(url);
    await settled(page);
    for (const theme of looks) {
      await page.evaluate(async (wanted) => {
        document.documentElement.dataset["theme"] = wanted;
        await document.fonts.ready;
        await new Promise((resolve) => setTimeout(resolve, 250));
      }, theme);
      const name = `${screen}.${language}.${width}.${theme}`;
      const file = join(folder, app, `${name}.jpg`);
      await page.screenshot({ path: file, type: "jpeg", quality: 70 });
      taken.push({ screen, caption: `${language} ${width} ${theme}`, file });
    }
  }
  return taken;
}

it("takes the residents' app", async () => {
  mkdirSync(join(folder, "resident"), { recursive: true });
  const { page, context } = await resident("Eino");
  const found = await findInbox(page);
  const pictures: Picture[] = [];
  for (const language of ["fi", "sv", "sms"] as const) {
    for (const path of residentPaths(language, found)) {
      pictures.push(...(await take(page, "resident", residentUrl + path, language)));
    }
  }
  await contactSheet(page, pictures, join(folder, "resident.png"));
  await context.close();
});

it("takes the professionals' app", async () => {
  mkdirSync(join(folder, "practitioner"), { recursive: true });
  const liisa = await nurse("Liisa");
  await liisa.page.getByRole("list", { name: "Tehtävälista" }).getByRole("button").first().click();
  await liisa.page.waitForURL(/conversation=/);
  const { search } = new URL(liisa.page.url());
  const paula = await professional("Paula");
  await startWork(paula.page);
  const pictures: Picture[] = [];
  // Their app speaks no Sami.
  for (const language of ["fi", "sv"] as const) {
    for (const [page, paths] of [
      [liisa.page, [...workRoutes, `/inbox${search}`]],
      [paula.page, adminRoutes],
    ] as const) {
      for (const path of paths) {
        pictures.push(...(await take(page, "practitioner", `${practitionerUrl}/${language}${path}`, language)));
      }
    }
  }
  await contactSheet(liisa.page, pictures, join(folder, "practitioner.png"));
  await liisa.context.close();
  await paula.context.close();
});
