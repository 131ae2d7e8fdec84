import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { chooseWork, nurse, professional } from "../support/people";
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

const title = "IDN-06 tells %s, who lacks a %s, so on a page of its own, and whom to ask";

it.each(lacking.slice(0, 3))(title, { tags: ["long"] }, tells);
it.each(lacking.slice(3))(title, tells);

async function tells(name: string, _what: string, fi: RegExp, sv: RegExp, en: RegExp): Promise<void> {
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
}

const locations = "kajo.identity.v1.LocationService/ListLocations";
const careTeams = "kajo.identity.v1.CareTeamService/SearchCareTeams";
const tasks = "kajo.conversations.v1.TaskService/CountTasks";

/** What the server answers to a call, whatever the app offers. */
async function asks(page: Page, method: string): Promise<string> {
  const answer = await page.request.post(`${practitionerUrl}/${method}`, {
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
  expect(await asks(ritva.page, locations)).toBe(permissionDenied);
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

  // The panel needs no role and no place, neither of responsible users nor of administrators; what stands in it is the server's to say.
  const first = await professional("Ritva");
  await first.page.goto(`${practitionerUrl}/fi/admin/feature-flags`);
  await first.page.getByRole("heading", { level: 1, name: "Ominaisuusliput" }).waitFor();
  await first.page.getByText("care_team_choice").first().waitFor();
  await first.context.close();

  // An administrator's day starts in the panel. Without a choice of role and place nothing leads to tasks, and the server shows none.
  const paula = await professional("Paula");
  const menu = paula.page.getByRole("navigation", { name: "Päävalikko" });
  const care = menu.getByRole("link", { name: /Tehtävät|Chat|Kalenteri|Potilaat/ });
  await paula.page.goto(`${practitionerUrl}/fi/admin`);
  await menu.getByRole("link", { name: "Etätyöpöytä" }).waitFor();
  expect(await care.count()).toBe(0);
  expect(await asks(paula.page, tasks)).toBe(permissionDenied);
  // With them they work at the desk as any practitioner does, and are back in the panel by one click.
  await menu.getByRole("link", { name: "Etätyöpöytä" }).click();
  await chooseWork(paula.page);
  await paula.page.getByRole("heading", { level: 1, name: "Etätyöpöytä" }).waitFor();
  expect(await care.count()).toBe(4);
  await menu.getByRole("link", { name: "Tehtävät", exact: true }).click();
  await paula.page.getByRole("tab", { name: /Uudet/ }).waitFor();
  expect(await asks(paula.page, tasks)).not.toBe(permissionDenied);
  await paula.page.goto(`${practitionerUrl}/fi`);
  await paula.page.waitForURL(/\/fi\/admin$/);
  await panel(paula.page).click();
  await paula.page.getByRole("link", { name: /Toimipisteet/ }).click();
  await paula.page.getByRole("link", { name: "Lehtolan terveysasema", exact: true }).waitFor();
  expect(await asks(paula.page, locations)).not.toBe(permissionDenied);
  await paula.context.close();

  // Signed in, and linked to no level: there is nothing but the page that says so, and nothing that the server answers.
  const tauno = await professional("Tauno");
  await tauno.page.getByRole("heading", { level: 1, name: "Ei käyttöoikeutta" }).waitFor();
  await tauno.page.goto(`${practitionerUrl}/fi/admin/iam/location-management`);
  await tauno.page.getByRole("heading", { level: 1, name: "Hallintapaneeli ei ole käytössäsi" }).waitFor();
  expect(await asks(tauno.page, locations)).toBe(permissionDenied);
  await tauno.context.close();
});

it("IDN-15 NAV-13 shows in menu and panel what a level may open, refuses the rest, and tells an administrator what the desk takes", async () => {
  const menuOf = (page: Page) => page.getByRole("navigation", { name: "Päävalikko" }).getByRole("link");
  const holdsTiles = async (page: Page, names: readonly string[]) => {
    await page.goto(`${practitionerUrl}/fi/admin`);
    await page.getByRole("heading", { level: 1, name: "Hallintapaneeli" }).waitFor();
    const tiles = page.getByRole("main").getByRole("listitem").getByRole("link");
    for (const name of names)
      expect([name, await tiles.filter({ hasText: new RegExp(`^${name}`) }).count()]).toEqual([name, 1]);
    expect(await tiles.count()).toBe(names.length);
  };
  const ofBoth = [
    "Hoitotiimit",
    "Palvelutiedot",
    "Chat-jonot",
    "Viestikategoriat",
    "Tehtävien palveluluokat",
    "Digipolkujen rakentaja",
    "Kyselyt",
    "Kuvakkeet",
    "Ominaisuusliput",
  ];
  const ofAdministrators = [
    "AD-\u2060rooliryhmät",
    "Ammattilaisten istunnot",
    "Toimipisteet",
    "Käyttöoikeuden selvitys",
    "Integraattorit",
    "Kyselyjen käyttöoikeudet",
    "Sisällönhallinta",
    "Asukkaan etusivu",
    "Markdown-ohje",
    "Hakuhälytykset",
  ];

  // Neither has chosen where to work: the panel asks for no role and no place.
  const ritva = await professional("Ritva");
  await holdsTiles(ritva.page, ofBoth);
  expect(await menuOf(ritva.page).allInnerTexts()).toEqual([
    "Etätyöpöytä",
    "Hoitopolut",
    "Kyselyt",
    "Hallintapaneeli",
    "Asetukset",
  ]);
  // What is theirs they edit; what is administrators' is no dead end, and the server refuses it.
  await ritva.page.getByRole("link", { name: /^Hoitotiimit/ }).click();
  await ritva.page.getByRole("link", { name: "Uusi hoitotiimi" }).click();
  await ritva.page.getByRole("textbox", { name: /Nimi/ }).waitFor();
  expect(await asks(ritva.page, careTeams)).not.toBe(permissionDenied);
  for (const path of [
    "iam/role-management",
    "iam/integrators",
    "surveys/access",
    "landing-page",
    "markdown",
    "iam/access-explanation",
  ]) {
    await ritva.page.goto(`${practitionerUrl}/fi/admin/${path}`);
    await ritva.page.getByRole("heading", { level: 1, name: "Tämä osio on pääkäyttäjille" }).waitFor();
  }
  expect(await asks(ritva.page, locations)).toBe(permissionDenied);
  await ritva.context.close();

  // Heidi keeps the system and has neither role nor place: she begins in the panel, and the desk says what it takes.
  const heidi = await professional("Heidi");
  await heidi.page.waitForURL(/\/fi\/admin$/);
  await holdsTiles(heidi.page, [...ofBoth, ...ofAdministrators]);
  await menuOf(heidi.page).filter({ hasText: "Etätyöpöytä" }).click();
  await heidi.page.getByText("Sinulle ei ole annettu ammattiroolia eikä työpistettä.").waitFor();
  await heidi.page.getByText("Ota yhteyttä esihenkilöösi.").waitFor();
  expect(await asks(heidi.page, tasks)).toBe(permissionDenied);
  expect(await violations(heidi.page)).toEqual([]);
  await heidi.page.getByRole("main").getByRole("link", { name: "Siirry hallintapaneeliin" }).click();
  await heidi.page.getByRole("heading", { level: 1, name: "Hallintapaneeli" }).waitFor();
  await heidi.context.close();

  const liisa = await nurse("Liisa");
  expect(await menuOf(liisa.page).allInnerTexts()).toEqual([
    "Etätyöpöytä",
    "Tehtävät",
    "Kalenteri",
    "Chat",
    "Potilaat",
    "Asetukset",
  ]);
  await liisa.page.goto(`${practitionerUrl}/fi/admin/careteam-management`);
  await liisa.page.getByRole("heading", { name: "Hallintapaneeli ei ole käytössäsi" }).waitFor();
  expect(await asks(liisa.page, careTeams)).toBe(permissionDenied);
  await liisa.context.close();
});
