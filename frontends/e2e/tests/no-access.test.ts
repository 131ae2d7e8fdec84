import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { administrator, chooseWork, nurse, professional } from "../support/people";
import { practitionerUrl } from "../support/stack";

afterAll(closeBrowser);

/** PERMISSION_DENIED among the codes of gRPC. */
const permissionDenied = "7";

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

/** What the server answers to a call of administrators alone, whatever the app offers. */
async function asksForLocations(page: Page): Promise<string> {
  const answer = await page.request.post(`${practitionerUrl}/kajo.identity.v1.LocationService/ListLocations`, {
    headers: {
      "X-DigitalPlatformAuthorization": "kajo-web",
      Origin: practitionerUrl,
      "Content-Type": "application/grpc-web+proto",
    },
    // An empty message: a byte of flags and four of its length.
    data: Buffer.alloc(5),
  });
  return answer.headers()["grpc-status"] ?? "0";
}

it("IDN-04 knows practitioners, responsible users and administrators, each with what they may do, and lets nobody in without a level", async () => {
  const panel = (page: Page) =>
    page.getByRole("navigation", { name: "Päävalikko" }).getByRole("link", { name: "Hallintapaneeli" });

  const liisa = await nurse("Liisa");
  expect(await panel(liisa.page).count()).toBe(0);
  await liisa.page.goto(`${practitionerUrl}/fi/admin`);
  await liisa.page.getByRole("heading", { name: "Hallintapaneeli ei ole käytössäsi" }).waitFor();
  await liisa.context.close();

  const ritva = await nurse("Ritva");
  await panel(ritva.page).click();
  await ritva.page.getByRole("heading", { level: 1, name: "Hallintapaneeli" }).waitFor();
  await ritva.page.getByRole("link", { name: /Ominaisuusliput/ }).waitFor();
  expect(await ritva.page.getByRole("link", { name: /Toimipisteet/ }).count()).toBe(0);
  expect(await asksForLocations(ritva.page)).toBe(permissionDenied);
  // What administrators keep is no dead end to who comes by address: they are told whose it is, and nothing is asked of the server.
  expect(await ritva.page.getByRole("link", { name: /Sisällönhallinta/ }).count()).toBe(0);
  for (const path of [
    "iam/location-management",
    "iam/location-management/new",
    "content-management",
    "lookup-alerts",
  ]) {
    await ritva.page.goto(`${practitionerUrl}/fi/admin/${path}`);
    await ritva.page.getByRole("heading", { level: 1, name: "Tämä osio on pääkäyttäjille" }).waitFor();
  }
  expect(await violations(ritva.page)).toEqual([]);
  await ritva.context.close();

  // The flags are shown to responsible users at work: who has not chosen role and place does so first, and comes to what they asked for.
  const first = await professional("Ritva");
  await first.page.goto(`${practitionerUrl}/fi/admin/feature-flags`);
  await chooseWork(first.page);
  await first.page.getByRole("heading", { level: 1, name: "Ominaisuusliput" }).waitFor();
  await first.page.getByText("care_team_choice").first().waitFor();
  await first.context.close();

  // Who keeps the system has no patients: the day starts in the admin panel, and nothing there leads to tasks.
  const paula = await administrator("Paula");
  const menu = paula.page.getByRole("navigation", { name: "Päävalikko" });
  await menu.getByRole("link", { name: "Etätyöpöytä" }).click();
  await paula.page.getByText("Pääkäyttäjän työ tapahtuu hallintapaneelissa.", { exact: false }).waitFor();
  expect(await menu.getByRole("link", { name: /Tehtävät|Chat|Kalenteri|Potilas/ }).count()).toBe(0);
  await paula.page.goto(`${practitionerUrl}/fi`);
  await paula.page.waitForURL(/\/fi\/admin$/);
  await paula.page.goto(`${practitionerUrl}/fi/inbox`);
  await paula.page.getByRole("heading", { level: 1, name: "Tämä sivu on ammattilaisille" }).waitFor();
  expect(await violations(paula.page)).toEqual([]);
  await panel(paula.page).click();
  await paula.page.getByRole("link", { name: /Toimipisteet/ }).click();
  await paula.page.getByRole("link", { name: /Lehtolan terveysasema/ }).waitFor();
  expect(await asksForLocations(paula.page)).not.toBe(permissionDenied);
  await paula.context.close();

  // Signed in, and linked to no level: there is nothing but the page that says so, and nothing that the server answers.
  const tauno = await professional("Tauno");
  await tauno.page.getByRole("heading", { level: 1, name: "Ei käyttöoikeutta" }).waitFor();
  await tauno.page.goto(`${practitionerUrl}/fi/admin/iam/location-management`);
  await tauno.page.getByRole("heading", { level: 1, name: "Hallintapaneeli ei ole käytössäsi" }).waitFor();
  expect(await asksForLocations(tauno.page)).toBe(permissionDenied);
  await tauno.context.close();
});
