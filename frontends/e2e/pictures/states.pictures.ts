/**
 * Pictures of the states that no address leads to: steps, errors, dialogs, what is acted on behalf. Their contact sheets:
 * .local/pictures/resident-states.png and practitioner-states.png.
 */
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, it } from "vitest";
import { closeBrowser, visit } from "../support/browser";
import { settled } from "../support/page";
import { administrator, nurse, resident, send } from "../support/people";
import { findInbox } from "../support/routes";
import { practitionerUrl, residentUrl } from "../support/stack";
import { contactSheet, type Picture } from "./sheet";
import { folder, take } from "./take";

afterAll(closeBrowser);

const residents = ["fi", "sv", "sms"] as const;
const professionals = ["fi", "sv"] as const;

const submit = (page: Page) => page.locator("main form button[type=submit]").first().click();

/** Pictures of one state in each language. */
function album(app: "resident" | "practitioner") {
  const base = app === "resident" ? residentUrl : practitionerUrl;
  const languages = app === "resident" ? residents : professionals;
  const pictures: Picture[] = [];
  return {
    async add(page: Page, screen: string, path: string, reach?: (page: Page) => Promise<unknown>) {
      for (const language of languages) {
        pictures.push(...(await take(page, app, screen, language, `${base}/${language}${path}`, reach)));
      }
    },
    close: (page: Page) => contactSheet(page, pictures, join(folder, `${app}-states.png`)),
  };
}

/** Goes on from a step of the onboarding, as it is filled in. */
async function step(page: Page, name: string, fill: () => Promise<unknown>, next: RegExp) {
  await page.goto(`${residentUrl}/fi/onboarding/${name}`);
  await settled(page);
  await fill();
  await submit(page);
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
  await step(oona, "notifications", () => oona.getByRole("radio").nth(1).check(), /service-area/);
  await add(oona, "onboarding-3", "/onboarding/service-area", submit);
  const area = () => oona.getByRole("combobox").selectOption({ label: "Tunturi" });
  await step(oona, "service-area", area, /terms/);
  await add(oona, "onboarding-4", "/onboarding/terms-and-conditions", submit);

  const { page } = await resident("Aino");
  await add(page, "profile-errors", "/user/profile", async () => {
    await page.locator("input[inputmode=email]").first().fill("aino@");
    await submit(page);
    await page.getByRole("alert").first().waitFor();
  });
  const { category, subcategory } = await findInbox(page);
  await add(page, "new-message-errors", `/inbox/category/${category}/${subcategory}/messages`, submit);
  await send(page, "Poiston este", "Hyvää päivää.");
  await add(page, "delete-account-open", "/user/delete-account");
  await page.goto(`${residentUrl}/fi/on-behalf`);
  await page.getByRole("button", { name: "Jatka valtuuksiin" }).click();
  await page.getByRole("button", { name: "Maija Meikäläinen" }).click();
  await page.getByRole("region", { name: "Puolesta asiointi" }).waitFor();
  await add(page, "on-behalf-home", "/");
  await add(page, "on-behalf-other", "/on-behalf");
  await close(page);
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
  await add(page, "patient-edit", patient, async () => {
    await page.getByRole("button", { name: /^(Muokkaa|Redigera)/ }).click();
    await page.locator("input[name='info.first_name']").fill(" ");
    await submit(page);
  });
  await add(page, "patient-care-team", patient, () =>
    page.getByRole("button", { name: /^(Vaihda hoitotiimi|Byt vårdteam)/ }).click(),
  );
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
  await add(paula, "terms-dialog", "/admin/content-management?contentName=terms-and-conditions", submit);
  await close(paula);
});
