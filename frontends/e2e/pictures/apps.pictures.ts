/**
 * Pictures of every screen of both apps in Finnish, Swedish and Skolt Sami, on a phone and a desk, light and dark, and a
 * contact sheet of them per app: .local/pictures/resident.png and practitioner.png.
 */
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { administrator, doctor, nurse, resident } from "../support/people";
import { adminRoutes, calendarRoutes, findInbox, residentPaths, workRoutes } from "../support/routes";
import { practitionerUrl, residentUrl } from "../support/stack";
import { contactSheet, type Picture } from "./sheet";
import { folder, take } from "./take";

afterAll(closeBrowser);

const isId = (part: string) => /^[0-9a-f-]{36}$/.test(part);

function takeRoute(page: Page, app: string, url: string, language: string): Promise<Picture[]> {
  const path = new URL(url).pathname.split("/").slice(2);
  const { searchParams } = new URL(url);
  for (const word of ["conversation", "form"]) if (searchParams.has(word)) path.push(word);
  path.push(searchParams.get("contentName") ?? searchParams.get("step") ?? "");
  // What has an id of its own at its end is one of a list.
  const parts = path.map((part, at) => (isId(part) ? (at === path.length - 2 ? "one" : "") : part));
  const screen = parts.filter((part) => part !== "").join("-") || "home";
  return take(page, app, screen, language, url);
}

it("takes the residents' app", async () => {
  const { page, context } = await resident("Eino");
  const found = await findInbox(page.context());
  const pictures: Picture[] = [];
  for (const language of ["fi", "sv", "sms"] as const) {
    for (const path of residentPaths(language, found)) {
      pictures.push(...(await takeRoute(page, "resident", residentUrl + path, language)));
    }
  }
  await contactSheet(page, pictures, join(folder, "resident.png"));
  await context.close();
});

it("takes the professionals' app", async () => {
  const liisa = await nurse("Liisa");
  const mikko = await doctor("Mikko");
  await liisa.page.getByRole("list", { name: "Tehtävälista" }).getByRole("button").first().click();
  await liisa.page.waitForURL(/conversation=/);
  const { search } = new URL(liisa.page.url());
  const paula = await administrator("Paula");
  const pictures: Picture[] = [];
  // Their app speaks no Sami.
  for (const language of ["fi", "sv"] as const) {
    for (const [page, paths] of [
      [liisa.page, [...workRoutes, `/inbox${search}`]],
      [mikko.page, calendarRoutes],
      [paula.page, adminRoutes],
    ] as const) {
      for (const path of paths) {
        pictures.push(...(await takeRoute(page, "practitioner", `${practitionerUrl}/${language}${path}`, language)));
      }
    }
  }
  await contactSheet(liisa.page, pictures, join(folder, "practitioner.png"));
  await liisa.context.close();
  await mikko.context.close();
  await paula.context.close();
});
