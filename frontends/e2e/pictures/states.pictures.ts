/**
 * Pictures of the states that no address leads to: steps, errors, dialogs, what is acted on behalf. Their contact sheets:
 * .local/pictures/resident-states.png, resident-others.png, practitioner-states.png and practitioner-others.png.
 */
import type { Page } from "playwright-core";
import { afterAll, it } from "vitest";
import { closeBrowser, visit } from "../support/browser";
import { lookUpUntilRefused } from "../support/lookups";
import { settled } from "../support/page";
import { administrator, adminPage, choose, nurse, open, professional, resident, send, topic } from "../support/people";
import { findInbox } from "../support/routes";
import { practitionerUrl, residentUrl } from "../support/stack";
import { album, submit } from "./album";

afterAll(closeBrowser);

/** Goes on from a step of the onboarding, as it is filled in. */
async function step(page: Page, name: string, fill: () => Promise<unknown>, next: RegExp) {
  await page.goto(`${residentUrl}/fi/onboarding/${name}`);
  await settled(page);
  await fill();
  await page.getByRole("button", { name: "Jatka" }).click();
  await page.waitForURL(next);
}

it("takes the states of the residents' app", async () => {
  const { add, close } = album("resident");
  const oona = (await visit()).page;
  await oona.goto(`${residentUrl}/fi`);
  await oona.getByRole("button", { name: "Tunnistaudu" }).click();
  await oona.getByRole("button", { name: /Oona/ }).click();
  await add(oona, "onboarding-1", "/onboarding/contact-info", submit);
  const phone = () => oona.locator("input[inputmode=tel]").fill("+358 40 123 4567");
  await step(oona, "contact-info", phone, /notifications/);
  await add(oona, "onboarding-2", "/onboarding/notifications", async (page) => {
    await page.getByRole("radio").first().check();
    await submit(page);
  });
  const channel = async () => {
    await oona.getByRole("button", { name: /^Lähetä koodi \+358/ }).click();
    await oona.locator("input[autocomplete=one-time-code]").waitFor();
    await oona.getByRole("radio").nth(1).check();
  };
  await step(oona, "notifications", channel, /service-area/);
  await add(oona, "onboarding-3", "/onboarding/service-area", submit);
  const area = () => oona.getByRole("combobox").selectOption({ label: "Lehtola" });
  await step(oona, "service-area", area, /care-team/);
  await add(oona, "onboarding-4", "/onboarding/care-team");
  await step(oona, "care-team", () => Promise.resolve(), /terms-and-conditions/);
  await add(oona, "onboarding-5", "/onboarding/terms-and-conditions", submit);
  // An address leads to the first step that is still open; those before it are reached by going back.
  const filled = ["onboarding-4-filled", "onboarding-3-filled", "onboarding-2-filled", "onboarding-1-filled"];
  for (const [before, screen] of filled.entries()) {
    await add(oona, screen, "/onboarding/terms-and-conditions", async (page) => {
      for (let back = 0; back <= before; back += 1) {
        await page.getByRole("button", { name: /^(Takaisin|Tillbaka|Mååusat)$/ }).click();
        await settled(page);
      }
    });
  }

  const { page } = await resident("Aino");
  await add(page, "profile-errors", "/user/profile", async () => {
    await page.locator("input[inputmode=email]").first().fill("aino@");
    await submit(page);
    await page.getByRole("alert").first().waitFor();
  });
  const { category, subcategory } = await findInbox(page.context());
  await add(page, "new-message-errors", `/inbox/category/${category}/${subcategory}/messages`, submit);
  await send(page, "Poiston este", "Hyvää päivää.");
  await add(page, "delete-account-open", "/user/delete-account");
  await page.goto(`${residentUrl}/fi/on-behalf`);
  await page.getByRole("button", { name: "Jatka valtuuksiin" }).click();
  await page.getByRole("button", { name: "Maija Meikäläinen" }).click();
  await page.getByRole("region", { name: "Puolesta asiointi" }).waitFor();
  await add(page, "on-behalf-home", "/");
  await add(page, "on-behalf-other", "/on-behalf");
  await add(page, "on-behalf-own-only", "/user/access-log");
  await page.context().close();
  await close(oona);
});

it("takes what others do to what residents see", async () => {
  const { add, close } = album("resident", "resident-others");
  // A nurse has read, and somebody else has signed in.
  const aino = (await resident("Aino")).page;
  const about = topic("Luettu");
  await send(aino, about, "Hyvää päivää.");
  const liisa = await nurse("Liisa");
  await open(liisa.page, about);
  await liisa.context.close();
  await add(aino, "access-log-entries", "/user/access-log");
  const second = await resident("Aino");
  await add(aino, "sessions-two", "/user/sessions");
  await aino.goto(`${residentUrl}/fi/user/sessions`);
  await aino.getByRole("button", { name: "Kirjaa ulos muut laitteet" }).click();
  await aino.getByRole("alertdialog").getByRole("button").last().click();
  await second.page.getByRole("button", { name: "Kirjaudu sisään" }).waitFor();
  await add(second.page, "session-ended", "/inbox");
  await second.context.close();

  const venla = await resident("Venla");
  const { category, subcategory } = await findInbox(aino.context());
  const form = `/inbox/category/${category}/${subcategory}/messages`;
  const inLehtola = async (at: Page) => {
    const area = at.getByRole("combobox");
    if ((await area.count()) > 0) await area.first().selectOption({ index: 1 });
    await at.getByRole("textbox").first().waitFor();
  };
  await add(venla.page, "teenager-form", form, inLehtola);
  await venla.page.goto(`${residentUrl}/fi${form}`);
  await settled(venla.page);
  await inLehtola(venla.page);
  await venla.page.getByRole("textbox", { name: /Aihe/ }).fill("Nähtävänä hetken");
  await venla.page.getByRole("textbox", { name: /Viesti/ }).fill("Tämän saa nähdä hetken.");
  await venla.page.getByText("Huoltajani saavat nähdä tämän keskustelun").click();
  await venla.page.getByRole("button", { name: "Lähetä viesti" }).click();
  await venla.page.getByRole("link", { name: "Avaa keskustelu" }).click();
  await venla.page.getByRole("button", { name: "Älä näytä enää huoltajille" }).waitFor();
  const thread = new URL(venla.page.url()).pathname.replace(/^\/fi/, "");
  await add(venla.page, "teenager-thread", thread);

  const eino = await resident("Eino");
  await eino.page.goto(`${residentUrl}/fi/user/profile`);
  await eino.page.getByRole("radio", { name: /Tiimi Koivu/ }).check();
  await eino.page.getByRole("button", { name: "Tallenna hoitotiimi" }).click();
  await eino.page.getByRole("status").getByText("Tiedot tallennettiin.").first().waitFor();
  await add(eino.page, "area-question", "/user/profile", async (at) => {
    await at.getByRole("combobox").selectOption({ index: 1 });
    await at.getByRole("button", { name: /^(Tallenna palvelualue|Spara serviceområde|Ruõkk kääzzkõsvuuʹd)$/ }).click();
    await at.getByRole("alertdialog").waitFor();
  });
  await eino.page.goto(`${residentUrl}/fi/on-behalf`);
  await eino.page.getByRole("button", { name: "Jatka valtuuksiin" }).click();
  await eino.page.getByRole("button", { name: "Venla Saarinen" }).click();
  await eino.page.getByRole("region", { name: "Puolesta asiointi" }).waitFor();
  await eino.page.goto(`${residentUrl}/fi${thread}`);
  await eino.page.getByRole("textbox", { name: "Vastaus" }).fill("Kirjoitan juuri vastausta.");
  await venla.page.goto(`${residentUrl}/fi${thread}`);
  await venla.page.getByRole("button", { name: "Älä näytä enää huoltajille" }).click();
  await venla.page.getByRole("alertdialog").getByRole("button").last().click();
  await eino.page.getByRole("heading", { level: 1, name: "Tätä keskustelua ei enää näytetä sinulle" }).waitFor();
  await add(eino.page, "hidden-thread", thread);
  await venla.context.close();
  await eino.context.close();
  await close(aino);
});

it("takes the states of the professionals' app", async () => {
  const { add, close } = album("practitioner");
  const { page } = await nurse("Liisa");
  const dialog = page.getByRole("alertdialog");
  const lookUp = async (ssn: string) => {
    await page.locator("input[name=ssn]").fill(ssn);
    await submit(page);
  };
  await add(page, "patient-search-error", "/patient", () => lookUp("290288-922T"));
  await add(page, "patient-dialog", "/patient", async () => {
    await lookUp("121275-933V");
    await dialog.getByRole("button").last().click();
  });
  await page.goto(`${practitionerUrl}/fi/patient`);
  await lookUp("121275-933V");
  await dialog.getByText("Asiakastyö", { exact: true }).click();
  await dialog.getByRole("button", { name: "Vahvista ja hae" }).click();
  await page.waitForURL(/[?&]patient=/);
  const patient = `/patient${new URL(page.url()).search}`;
  const details = page.getByRole("heading", { level: 3 }).first();
  await add(page, "patient-info", patient, () => details.waitFor());
  await add(page, "patient-care-team", patient, () =>
    page.getByRole("button", { name: /^(Vaihda|Valitse) hoitotiimi|^(Byt|Välj) vårdteam/ }).click(),
  );
  await add(page, "patient-edit", patient, async () => {
    await page.getByRole("button", { name: /^(Muokkaa|Redigera)/ }).click();
    await page.locator("input[name='info.first_name']").fill(" ");
    await submit(page);
  });
  await add(page, "patient-new-errors", "/patient/new", submit);

  const paula = (await administrator("Paula")).page;
  for (const list of ["careteam-management", "iam/role-management", "iam/location-management"]) {
    await paula.goto(`${practitionerUrl}/fi/admin/${list}`);
    const first = paula.getByRole("main").getByRole("row").getByRole("link").first();
    const path = ((await first.getAttribute("href")) ?? "").replace(/^\/fi/, "");
    const name = list.split("/").at(-1) ?? "";
    await add(paula, `${name}-new-errors`, `/admin/${list}/new`, submit);
    await add(paula, `${name}-one`, path);
    await add(paula, `${name}-remove`, path, (at) => at.getByRole("button", { name: /^(Poista|Ta bort)/ }).click());
  }
  await add(paula, "access-explanation-no", "/admin/iam/access-explanation", async (at) => {
    await at.locator("input[name='practitioner_id']").fill("Mikko");
    await at.getByRole("option").first().click();
    await at.locator("select[name='role_id']").selectOption({ index: 1 });
    await at.locator("select[name='location_id']").selectOption({ index: 1 });
    await at.locator("select[name='subcategory_id']").selectOption({ index: 1 });
    await submit(at);
  });
  await add(paula, "role-change", "/admin/iam/role-management", async (at) => {
    await at.getByRole("link", { name: "Sosiaalityöntekijät" }).click();
    const doctor = at.locator("select[name='details.role_id'] option").filter({ hasText: /Lääkäri|Läkare/ });
    await at.locator("select[name='details.role_id']").selectOption((await doctor.first().getAttribute("value")) ?? "");
    await submit(at);
    await at.getByRole("alertdialog").waitFor();
  });
  const tauno = await professional("Tauno");
  await add(tauno.page, "no-access", "/");
  await tauno.context.close();
  await add(paula, "location-saved-meanwhile", "/admin/iam/location-management", async (at) => {
    await at.getByRole("link", { name: "Tunturin terveysasema" }).click();
    const other = await at.context().newPage();
    await other.goto(at.url());
    for (const [each, words] of [
      [other, `Neuvola ${Date.now()}`],
      [at, "Neuvola ja hammashoito"],
    ] as const) {
      await each.locator("textarea[name='details.description']").fill(words);
      await submit(each);
      if (each === other) await each.waitForURL(/location-management$/);
    }
    await other.close();
    await at.getByRole("alert").first().waitFor();
  });
  await add(paula, "location-found", "/admin/iam/location-management/new", async (at) => {
    await at.locator("input[name='details.name']").fill("Uusi terveysasema");
    at.once("dialog", (dialog) => void dialog.accept());
    await at.reload();
    await settled(at);
  });
  const ritva = await professional("Ritva");
  await add(ritva.page, "system-only", "/admin/iam/location-management");
  await ritva.context.close();
  await add(paula, "terms-dialog", "/admin/content-management?contentName=terms-and-conditions", submit);
  await close(paula);
});

/** Looks a patient up; the address of their page. */
async function openPatient(page: Page): Promise<string> {
  await page.goto(`${practitionerUrl}/fi/patient`);
  await page.locator("input[name=ssn]").fill("280285-903R");
  await submit(page);
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("Asiakastyö", { exact: true }).click();
  await dialog.getByRole("button", { name: "Vahvista ja hae" }).click();
  await page.waitForURL(/[?&]patient=/);
  return `/patient${new URL(page.url()).search}`;
}

it("takes what few professionals see", async () => {
  const { add, close } = album("practitioner", "practitioner-others");
  const helmi = await nurse("Helmi");
  await helmi.page.goto(`${practitionerUrl}/fi/patient`);
  await lookUpUntilRefused(helmi.page);
  await add(helmi.page, "patient-search-refused", "/patient", async (at) => {
    await at.locator("input[name=ssn]").fill("290288-922S");
    await submit(at);
    await at.getByRole("alertdialog").getByRole("radio").first().check();
    await at.getByRole("alertdialog").getByRole("button").last().click();
    await at
      .getByText(/Olet hakenut nyt|Du har nu sökt/)
      .first()
      .waitFor();
  });
  await helmi.context.close();

  const liisa = (await nurse("Liisa")).page;
  await openPatient(liisa);
  await liisa.context().close();
  const ritva = (await nurse("Ritva")).page;
  const patient = await openPatient(ritva);
  const entries = async (at: Page) => {
    await at.getByRole("button", { name: /^(Näytä merkinnät|Visa loggposterna)$/ }).click();
    await at.getByRole("article").first().waitFor();
  };
  await add(ritva, "patient-access-log", patient, entries);
  await add(ritva, "patient-withholding", patient, async (at) => {
    await entries(at);
    await at
      .getByRole("article")
      .filter({ hasText: "Liisa Virtanen" })
      .first()
      .getByRole("button", { name: /^(Jätä näyttämättä|Visa inte för klienten)/ })
      .click();
  });
  await ritva.context().close();

  const risto = (await professional("Risto")).page;
  await choose(risto, /Ammattirooli/, /Sosiaalityöntekijä/);
  await choose(risto, /Työpiste/, /Sataman/);
  await risto.getByRole("button", { name: "Jatka" }).click();
  await risto.getByRole("tab", { name: /Uudet/ }).waitFor();
  const { page } = await adminPage(`${practitionerUrl}/fi/admin`, "Hallintapaneeli");
  await add(page, "lookup-alerts-some", "/admin/lookup-alerts");
  await page.goto(`${practitionerUrl}/fi/admin/iam/role-management`);
  await page.getByRole("link", { name: "Sosiaalityöntekijät" }).click();
  await choose(page, /Ammattirooli/, /Lääkäri/);
  await page.getByRole("button", { name: "Tallenna" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Tallenna muutos" }).click();
  await page.getByText("Rooliryhmä tallennettiin.").first().waitFor();
  await add(risto, "role-taken", "/", (at) => at.getByRole("heading", { level: 1 }).waitFor());
  await risto.context().close();
  await close(page);
});
