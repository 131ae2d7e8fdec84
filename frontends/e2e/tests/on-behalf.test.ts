/** Acting on behalf of another person (IDN-07, IDN-08, IDN-09), against the national service of the simulators. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, expect, it } from "vitest";
import { AppointmentType } from "../../shared/src/rpc/gen/kajo/scheduling/v1/common_pb";
import { lightAlone, violations } from "../support/axe";
import { dayAhead, makeBookable } from "../support/bookable";
import { closeBrowser, visit } from "../support/browser";
import { authorizations, authorize, fail } from "../support/faults";
import {
  administrator,
  choose,
  more,
  nurse,
  open,
  openForm,
  resident,
  send,
  sendByHand,
  topic,
  wrote,
} from "../support/people";
import { residentUrl } from "../support/stack";
import { undoNothing } from "../support/undo";

afterAll(closeBrowser);
afterEach(async () => {
  await authorizations("none");
  await authorize("aino", "maija", true, false);
});

const banner = (page: Page) => page.getByRole("region", { name: "Toisen puolesta asiointi" });

/** From the user menu to the national service, and back for somebody. */
async function act(page: Page, whom: string) {
  await page.goto(`${residentUrl}/fi/on-behalf`);
  await page.getByRole("button", { name: "Jatka valtuuksiin" }).click();
  await page.getByRole("heading", { name: "Kenen puolesta asioit?" }).waitFor();
  await page.getByRole("button", { name: whom }).click();
}

async function acting(who: string, whom: string, options: Parameters<typeof visit>[0] = {}) {
  const own = await resident(who, options);
  await act(own.page, whom);
  await banner(own.page).getByText(`Asioit henkilön ${whom} puolesta`).waitFor();
  return own;
}

async function openByTopic(page: Page, about: string) {
  await page.goto(`${residentUrl}/fi/inbox`);
  await page.getByRole("link", { name: new RegExp(about) }).click();
  await page.getByRole("heading", { name: about }).waitFor();
}

it("IDN-07 lets a daughter act for her mother in matters of health: a banner everywhere, both names on what she writes, and back again", async () => {
  const { page, context } = await acting("Aino", "Maija Meikäläinen");
  for (const path of ["", "/inbox", "/events", "/mobile-profile", "/accessibility", "/settings"]) {
    await page.goto(`${residentUrl}/fi${path}`);
    await banner(page).getByText("Asioit henkilön Maija Meikäläinen puolesta").waitFor();
  }
  // Nothing is offered that is the mother's alone.
  for (const [path, last] of [
    ["/mobile-profile", "Tietoa sovelluksesta"],
    ["/settings", "Ilmoitukset"],
  ] as const) {
    await page.goto(`${residentUrl}/fi${path}`);
    await page.getByRole("main").getByRole("link", { name: last }).waitFor();
    for (const own of ["Omat tiedot", "Kuka on katsonut tietojani", "Poista tili"]) {
      expect(await page.getByRole("link", { name: own }).count(), `${own} on ${path}`).toBe(0);
    }
  }
  for (const path of [
    "/user/profile",
    "/user/access-log",
    "/user/sessions",
    "/user/delete-account",
    "/onboarding/contact-info",
    "/terms-and-conditions/review",
  ]) {
    await page.goto(`${residentUrl}/fi${path}`);
    await page.getByText("Tämä sivu on vain omia asioita varten.").waitFor();
    await banner(page).getByRole("button", { name: "Palaa omiin asioihin" }).waitFor();
  }
  expect(await violations(page)).toEqual([]);
  // Her mother's matters of health and no others.
  await page.goto(`${residentUrl}/fi/inbox/new`);
  await choose(page, /Palvelualue/, /Lehtola/);
  await page.getByText("Terveysasema").first().waitFor();
  expect(await page.getByText("Sosiaalipalvelut").count()).toBe(0);
  const about = topic("Äidin lääkkeet");
  await sendByHand(page, about, "Äitini lääkkeet loppuvat.");
  await page.getByRole("link", { name: "Avaa keskustelu" }).click();
  const both = "Aino Lehtonen henkilön Maija Meikäläinen puolesta";
  await page.getByText(both).waitFor();

  // The professional reads both names.
  const liisa = await nurse("Liisa");
  await open(liisa.page, about);
  await liisa.page.getByText(both).waitFor();
  await liisa.context.close();
  // So does the responsible user, in the log of who has looked.
  const ritva = await nurse("Ritva");
  await open(ritva.page, about);
  await more(ritva.page, /Kuka on katsonut potilaan tietoja/);
  const opened = ritva.page.getByRole("article").filter({ hasText: "Peruste: oikeus asioida asiakkaan puolesta." });
  await opened.first().getByText("Aino Lehtonen", { exact: true }).first().waitFor();
  await opened.first().getByText("Valtuutettu henkilö, jonka puolesta: Maija Meikäläinen").first().waitFor();
  await ritva.context.close();

  // Back in her own matters nothing of her mother's is there.
  await banner(page).getByRole("button", { name: "Palaa omiin asioihin" }).click();
  await page.getByRole("heading", { name: "Hei, Aino!" }).waitFor();
  expect(await banner(page).count()).toBe(0);
  await page.goto(`${residentUrl}/fi/inbox`);
  await page.getByRole("list", { name: "Omat keskustelut" }).waitFor();
  expect(await page.getByText(about).count()).toBe(0);
  await context.close();

  // Her mother sees what was done for her, and who began to.
  const maija = await resident("Maija");
  await openByTopic(maija.page, about);
  await maija.page.getByText(both).waitFor();
  await maija.page.goto(`${residentUrl}/fi/user/access-log`);
  await maija.page.getByText("Alkoi asioida puolestasi.").first().waitFor();
  await maija.page.getByText("Aino Lehtonen").first().waitFor();
  // Both names on what was written for her, too.
  const written = maija.page.getByRole("article").filter({ hasText: "Kirjoitti viestin puolestasi." }).first();
  await written.getByText("Aino Lehtonen", { exact: true }).waitFor();
  await written.getByText("Valtuutettu henkilö, jonka puolesta: Maija Meikäläinen").waitFor();
  await maija.context.close();
});

it("IDN-07 keeps what a health mandate does not cover out of sight, and lets social matters be seen by who has that mandate", {
  tags: ["long"],
}, async () => {
  const about = topic("Ánten hoitoasia");
  await wrote("Ánte", [about, "Kysyn lääkkeistä."]);
  const { page, context } = await acting("Nils", "Ánte Aikio");
  await page.goto(`${residentUrl}/fi/inbox/new`);
  await choose(page, /Palvelualue/, /Lehtola/);
  await page.getByText("Sosiaalipalvelut").first().waitFor();
  expect(await page.getByText("Terveysasema").count()).toBe(0);
  await page.goto(`${residentUrl}/fi/inbox`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByRole("main").getByText(/Ei|Et/).first().waitFor();
  expect(await page.getByText(about).count()).toBe(0);
  await context.close();
});

it("IDN-07 moves a tab that shows one person on, when another tab has gone to another", {
  tags: ["long"],
}, async () => {
  const { page, context } = await acting("Eino", "Onni Saarinen");
  await openForm(page);
  await page.getByRole("textbox", { name: /Aihe/ }).fill("Onnin asia");
  await page.getByRole("textbox", { name: /Viesti/ }).fill("Tämä koskee Onnia.");
  const other = await context.newPage();
  await other.goto(`${residentUrl}/fi`);
  await banner(other).getByRole("button", { name: "Palaa omiin asioihin" }).click();
  await other.getByRole("heading", { name: "Hei, Eino!" }).waitFor();
  // The first tab follows by itself; nothing is sent in the wrong name.
  await page.getByRole("heading", { name: "Hei, Eino!" }).waitFor();
  await page.goto(`${residentUrl}/fi/inbox`);
  await page.getByRole("list", { name: "Omat keskustelut" }).waitFor();
  expect(await page.getByText("Onnin asia").count()).toBe(0);
  await context.close();
});

it("IDN-07 offers it to who is not admitted in their own name", { tags: ["long"] }, async () => {
  const { page, context } = await visit();
  await page.goto(`${residentUrl}/fi`);
  await page.getByRole("button", { name: "Tunnistaudu" }).click();
  await page.getByRole("button", { name: "Salme Suojattu" }).click();
  await page.getByRole("main").getByRole("button", { name: "Asioi toisen puolesta" }).click();
  await page.getByRole("button", { name: "Veikko Suojattu" }).click();
  await banner(page).getByText("Asioit henkilön Veikko Suojattu puolesta").waitFor();
  await page.goto(`${residentUrl}/fi/inbox`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await banner(page).getByRole("button", { name: "Palaa omiin asioihin" }).click();
  await page.getByRole("heading", { name: "Et pääse palveluun" }).waitFor();
  await context.close();
});

const denials = {
  fi: "Sinulla ei ole voimassa olevaa valtuutusta asioida toisen henkilön puolesta.",
  en: "You do not have a valid authorization to act on behalf of another person.",
  sv: "Du har ingen giltig fullmakt att uträtta ärenden för en annan person.",
  sme: "Dus ii leat fámus leahkki fápmudus dikšut áššiid nuppi olbmo ovddas.",
  smn: "Tust ij lah vuáimist leijee valtuutus tipšođ aašijd nube ulmuu peeleest.",
  sms: "Tuʹst ij leäkku viõǥǥâst åårrai valtuutâs håidded aaʹššid nuuʹbb oummu peäʹlnn.",
} as const;

it("IDN-08 says in every language that there is no valid authorisation, and tells an unknown error apart", {
  tags: ["long"],
}, async () => {
  const { page, context } = await resident("Maja", { width: 360 });
  await act(page, "Göran Lindqvist");
  await page.waitForURL(`${residentUrl}/fi/access-denied/on-behalf`);
  for (const [language, text] of Object.entries(denials)) {
    await page.goto(`${residentUrl}/${language}/access-denied/on-behalf`);
    await page.getByRole("main").getByText(text).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    // Colours are the same in all languages, and Skolt Sami has the longest words.
    if (language === "fi") expect(await violations(page)).toEqual([]);
    if (language === "sms") expect(await violations(page, lightAlone)).toEqual([]);
  }
  // Nobody picked is nobody to act for.
  await act(page, "Keskeytä");
  await page.getByText(denials.fi).waitFor();
  // A way back that nobody began.
  await page.goto(`${residentUrl}/api/session/on-behalf/callback?code=x`);
  await page.waitForURL(/on-behalf-failed$/);
  await page.getByRole("main").getByText("Puolesta asiointi keskeytyi. Aloita uudelleen.").waitFor();
  expect(await page.getByText(denials.fi).count()).toBe(0);
  await page.goto(`${residentUrl}/api/session/on-behalf/callback?error=server_error`);
  await page.getByRole("main").getByText("Tapahtui tuntematon virhe.").waitFor();
  // The service is away.
  await authorizations("authorizations_fail");
  await page.goto(`${residentUrl}/fi/on-behalf`);
  await page.getByRole("button", { name: "Jatka valtuuksiin" }).click();
  await page.getByText(/Kansallinen valtuutuspalvelu ei vastaa/).waitFor();
  await context.close();
});

it("IDN-08 ends acting when the authorisation is withdrawn, before anything is written, and writes nothing while it cannot be checked", async () => {
  const { page, context } = await acting("Aino", "Maija Meikäläinen");
  const about = topic("Ei enää");
  await openForm(page);
  await page.getByRole("textbox", { name: /Aihe/ }).fill(about);
  await page.getByRole("textbox", { name: /Viesti/ }).fill("Tätä ei lähetetä.");
  await authorizations("authorizations_fail");
  await page.getByRole("button", { name: "Lähetä viesti" }).click();
  await page
    .getByText(/Valtuutustasi ei juuri nyt voida tarkistaa/)
    .first()
    .waitFor();
  expect(await page.getByRole("textbox", { name: /Viesti/ }).inputValue()).toBe("Tätä ei lähetetä.");
  await authorizations("none");
  await authorize("aino", "maija", false, false);
  await page.getByRole("button", { name: "Lähetä viesti" }).click();
  await page.waitForURL(`${residentUrl}/fi/access-denied/on-behalf`);
  await page.getByText(denials.fi).waitFor();
  expect(await banner(page).count()).toBe(0);
  await page.getByRole("link", { name: "Omiin asioihin" }).click();
  await page.getByRole("heading", { name: "Hei, Aino!" }).waitFor();
  await context.close();
  const maija = await resident("Maija");
  await maija.page.goto(`${residentUrl}/fi/inbox`);
  await maija.page.getByRole("heading", { level: 1 }).waitFor();
  expect(await maija.page.getByText(about).count()).toBe(0);
  await maija.context.close();
});

it("IDN-09 shows guardians of a teenager what the teenager lets them see, and warns the teenager before sending", async () => {
  const venla = await resident("Venla");
  const [hidden, shared] = [topic("Oma asia"), topic("Yhteinen asia")];
  await openForm(venla.page);
  const warning = venla.page.getByText(/Huoltajasi eivät näe viestiä, ellet anna siihen lupaa/);
  await warning.waitFor();
  // Above all that is typed, and not in the form alone.
  const [above, topicAt] = [
    await warning.boundingBox(),
    await venla.page.getByRole("textbox", { name: /Aihe/ }).boundingBox(),
  ];
  expect(above?.y ?? 0).toBeLessThan(topicAt?.y ?? 0);
  await send(venla.page, hidden, "Vain minulle.");
  await openForm(venla.page);
  await venla.page.getByRole("textbox", { name: /Aihe/ }).fill(shared);
  await venla.page.getByRole("textbox", { name: /Viesti/ }).fill("Tämän saa nähdä.");
  await venla.page.getByText("Huoltajani saavat nähdä tämän keskustelun").click();
  await venla.page.getByRole("button", { name: "Lähetä viesti" }).click();
  await venla.page.getByRole("heading", { name: "Viesti lähetetty" }).waitFor();
  await venla.page.goto(`${residentUrl}/fi/inbox`);
  await venla.page.getByText(hidden).waitFor();
  await venla.context.close();

  const { page, context } = await acting("Eino", "Venla Saarinen");
  await page.goto(`${residentUrl}/fi/inbox`);
  await page.getByText(shared).waitFor();
  expect(await page.getByText(hidden).count()).toBe(0);
  // The guardian is not asked for the teenager, nor warned.
  await openForm(page);
  expect(await page.getByText(/Huoltajasi eivät näe viestiä/).count()).toBe(0);
  expect(await page.getByText("Huoltajani saavat nähdä").count()).toBe(0);
  await context.close();
});

it("IDN-09 lets the teenager show a conversation to guardians later and take it back, at once and nobody else", {
  tags: ["long"],
}, async () => {
  const venla = await resident("Venla", { width: 360 });
  const about = topic("Ehkä myöhemmin");
  await send(venla.page, about, "Mietin vielä.");
  const { page, context } = await acting("Eino", "Venla Saarinen");
  await page.goto(`${residentUrl}/fi/inbox`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.getByText(about).count()).toBe(0);

  await venla.page.getByRole("link", { name: "Avaa keskustelu" }).click();
  await venla.page.getByText("Huoltajasi eivät näe tätä keskustelua.").waitFor();
  expect(await violations(venla.page)).toEqual([]);
  await venla.page.getByRole("button", { name: "Näytä huoltajille" }).click();
  const dialog = venla.page.getByRole("alertdialog");
  await dialog.getByText(/Huoltajasi näkevät koko keskustelun/).waitFor();
  await dialog.getByRole("button", { name: "Peruuta" }).click();
  await venla.page.getByText("Huoltajasi eivät näe tätä keskustelua.").waitFor();
  await venla.page.getByRole("button", { name: "Näytä huoltajille" }).click();
  await dialog.getByRole("button", { name: "Näytä huoltajille" }).click();
  await venla.page.getByText("Huoltajasi näkevät tämän keskustelun.").waitFor();
  // The guardian's list has it by itself, and it is not theirs to hide.
  await page.getByText(about).click();
  await page.getByText("Mietin vielä.").waitFor();
  expect(await page.getByRole("button", { name: /huoltajille/ }).count()).toBe(0);

  const mend = await fail(venla.page, "ShowToGuardians");
  await venla.page.getByRole("button", { name: "Älä näytä enää huoltajille" }).click();
  await dialog.getByRole("button", { name: "Älä näytä enää huoltajille" }).click();
  await venla.page.getByText(/^Huoltajien näkyvyyttä ei voitu muuttaa\./).waitFor();
  await mend();
  await venla.page.getByRole("button", { name: "Älä näytä enää huoltajille" }).click();
  await dialog.getByRole("button", { name: "Älä näytä enää huoltajille" }).click();
  await venla.page.getByText("Huoltajasi eivät näe tätä keskustelua.").waitFor();
  await page.goto(`${residentUrl}/fi/inbox`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.getByText(about).count()).toBe(0);
  await venla.context.close();
  await context.close();
});

/** Each service has times of its own in one place; their first days differ. */
async function bookable(...services: readonly string[]): Promise<void> {
  const { context } = await administrator("Paula");
  for (const [index, service] of services.entries()) {
    await makeBookable(context.request, {
      service,
      instructions: "Tule ajoissa.",
      from: dayAhead(3 + index),
      at: [{ location: "Lehtolan terveysasema", type: AppointmentType.IN_PERSON }],
    });
  }
  await context.close();
}

/** Takes the first time of a service, as far as the page on which it is confirmed. */
async function takeFirst(page: Page, service: string): Promise<void> {
  await page.goto(`${residentUrl}/fi/book-appointment`);
  await page.getByRole("link", { name: service }).click();
  await page.getByRole("list", { name: "Ensimmäiset vapaat ajat" }).getByRole("button").first().click();
  await page.getByRole("heading", { name: "Tarkista ja vahvista" }).waitFor();
  await page.getByRole("button", { name: "Vahvista varaus" }).waitFor();
}

/** The address of what is booked. */
async function confirm(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Vahvista varaus" }).click();
  await page.getByText("Aikasi on varattu.").waitFor();
  return page.url().replace(/\?.*/, "");
}

it("IDN-09 hides what a teenager books from guardians until the teenager shows it, and tells the teenager before it is confirmed", {
  timeout: 120_000,
}, async () => {
  const [hidden, shared] = [topic("Oma aika"), topic("Yhteinen aika")];
  await bookable(hidden, shared);
  const warning = (at: Page) => at.getByText("Huoltajasi eivät näe tätä aikaa, ellet anna siihen lupaa.");
  const mayBeSeen = (at: Page) => at.getByRole("checkbox", { name: "Huoltajani saavat nähdä tämän ajan" });
  const venla = await resident("Venla", { width: 360 });
  await takeFirst(venla.page, hidden);
  await warning(venla.page).waitFor();
  expect(await mayBeSeen(venla.page).isChecked()).toBe(false);
  expect(await violations(venla.page)).toEqual([]);
  const own = await confirm(venla.page);
  await venla.page.getByText("Huoltajasi eivät näe tätä aikaa.").waitFor();
  await takeFirst(venla.page, shared);
  await warning(venla.page).waitFor();
  await venla.page.getByText("Huoltajani saavat nähdä tämän ajan").click();
  const common = await confirm(venla.page);
  await venla.page.getByText("Huoltajasi näkevät tämän ajan.").waitFor();
  expect(await violations(venla.page)).toEqual([]);

  // Neither on the first page, nor among what was booked before, nor by its address or where it would be changed.
  const { page, context } = await acting("Eino", "Venla Saarinen");
  const coming = page.getByRole("list", { name: "Tulevat ajat" });
  const isNotThere = async (address: string) => {
    const id = address.split("/").at(-1);
    for (const place of [address, `${address}/cancel`, `${residentUrl}/fi/book-appointment?move=${id}`]) {
      await page.goto(place);
      await page.getByRole("heading", { level: 1, name: "Sivua ei löydy" }).waitFor();
    }
  };
  await page.goto(`${residentUrl}/fi/`);
  await coming.getByRole("link", { name: shared }).waitFor();
  expect(await page.getByText(hidden).count()).toBe(0);
  await page.goto(`${residentUrl}/fi/book-appointment`);
  const before = page.getByRole("region", { name: "Aiemmin varaamasi" });
  await before.getByRole("link", { name: shared }).waitFor();
  expect(await before.getByText(hidden).count()).toBe(0);
  await isNotThere(own);
  // The guardian who books is not warned, nor asked, and what is shown is not theirs to hide.
  await takeFirst(page, hidden);
  expect(await warning(page).count()).toBe(0);
  expect(await mayBeSeen(page).count()).toBe(0);
  await page.goto(common);
  await page.getByRole("heading", { level: 1, name: shared }).waitFor();
  expect(await page.getByRole("button", { name: /huoltajille/ }).count()).toBe(0);

  // The teenager shows the one later, and hides the other again.
  const show = venla.page.getByRole("button", { name: "Näytä huoltajille" });
  const hide = venla.page.getByRole("button", { name: "Älä näytä enää huoltajille" });
  await venla.page.goto(own);
  await show.click();
  await hide.waitFor();
  await venla.page.goto(common);
  await hide.click();
  await show.waitFor();
  await venla.context.close();
  await page.goto(`${residentUrl}/fi/`);
  await coming.getByRole("link", { name: hidden }).waitFor();
  expect(await page.getByText(shared).count()).toBe(0);
  await coming.getByRole("link", { name: hidden }).click();
  await page.getByRole("heading", { level: 1, name: hidden }).waitFor();
  expect(page.url()).toBe(own);
  await isNotThere(common);
  await context.close();
});

it("sends what was just written for another person before one is oneself again, and keeps what could not be sent as a draft", {
  tags: ["long"],
}, async () => {
  const { page, context } = await acting("Aino", "Maija Meikäläinen", { width: 360 });
  const about = topic("Äidin puolesta");
  const box = page.getByRole("textbox", { name: "Vastaus" });
  const back = async () => {
    await banner(page).getByRole("button", { name: "Palaa omiin asioihin" }).click();
    await page.getByRole("heading", { name: "Hei, Aino!" }).waitFor();
  };
  await sendByHand(page, about, "Äitini kysyy.");
  await openByTopic(page, about);
  await box.fill("Lähti vielä ajoissa");
  await page.getByRole("button", { name: "Lähetä", exact: true }).click();
  await page.getByText("Lähetetään kohta").waitFor();
  await back();
  const maija = await resident("Maija");
  await openByTopic(maija.page, about);
  await maija.page.getByText("Lähti vielä ajoissa").waitFor();
  await maija.context.close();

  await act(page, "Maija Meikäläinen");
  await banner(page).waitFor();
  await openByTopic(page, about);
  const mend = await fail(page, "WriteMessage", "lost");
  await box.fill("Tämä ei mennyt perille");
  await undoNothing(page);
  await page.getByRole("button", { name: "Lähetä", exact: true }).click();
  await page.getByRole("alert").filter({ hasText: "Viestiä ei lähetetty." }).waitFor();
  await mend();
  await back();
  await act(page, "Maija Meikäläinen");
  await banner(page).waitFor();
  await openByTopic(page, about);
  await expect.poll(() => box.inputValue()).toBe("Tämä ei mennyt perille");
  await context.close();
});

it("tells a guardian who is answering that the conversation is shown to them no more, and leaves them what they wrote", {
  tags: ["long"],
}, async () => {
  const venla = await resident("Venla", { width: 360 });
  const about = topic("Nähtävänä hetken");
  await openForm(venla.page);
  await venla.page.getByRole("textbox", { name: /Aihe/ }).fill(about);
  await venla.page.getByRole("textbox", { name: /Viesti/ }).fill("Tämän saa nähdä hetken.");
  await venla.page.getByText("Huoltajani saavat nähdä tämän keskustelun").click();
  await venla.page.getByRole("button", { name: "Lähetä viesti" }).click();
  await venla.page.getByRole("heading", { name: "Viesti lähetetty" }).waitFor();

  const { page, context } = await acting("Eino", "Venla Saarinen", { width: 360 });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: residentUrl });
  await openByTopic(page, about);
  await page.getByText("Tämän saa nähdä hetken.").waitFor();
  const address = page.url();
  await page.getByRole("textbox", { name: "Vastaus" }).fill("Kirjoitan juuri vastausta.");

  await venla.page.getByRole("link", { name: "Avaa keskustelu" }).click();
  await venla.page.getByRole("button", { name: "Älä näytä enää huoltajille" }).click();
  await venla.page.getByRole("alertdialog").getByRole("button", { name: "Älä näytä enää huoltajille" }).click();
  await venla.page.getByText("Huoltajasi eivät näe tätä keskustelua.").waitFor();

  // At once, in plain words, and with nothing of the thread.
  await page.getByRole("heading", { level: 1, name: "Tätä keskustelua ei enää näytetä sinulle" }).waitFor();
  const kept = page.getByRole("textbox", { name: "Kirjoitit tämän, mutta sitä ei lähetetty" });
  expect(await kept.inputValue()).toBe("Kirjoitan juuri vastausta.");
  expect(await kept.isEditable()).toBe(false);
  expect(await page.getByText("Sivua ei löydy").count()).toBe(0);
  expect(await page.title()).not.toContain(about);
  expect(await page.evaluate(() => document.body.textContent)).not.toMatch(
    /Nähtävänä hetken|Tämän saa nähdä|Venlan viesti/,
  );
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Kopioi teksti" }).click();
  await page.getByRole("status").getByText("Teksti on kopioitu.").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Kirjoitan juuri vastausta.");
  // A reload loses it no more than before.
  await page.reload();
  expect(await kept.inputValue()).toBe("Kirjoitan juuri vastausta.");
  // Who never saw it is told what everybody is told of what there is not.
  const other = await context.newPage();
  await other.goto(address);
  await other.getByRole("heading", { level: 1, name: "Sivua ei löydy" }).waitFor();
  await venla.context.close();
  await context.close();
});
