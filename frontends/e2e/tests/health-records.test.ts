/** Laboratory results and prescriptions: another system sends them with a key of its own, and residents read them. */
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { isWell } from "../support/chats";
import { chip, history } from "../support/events";
import {
  capabilities,
  corrected,
  idsOf,
  medicationRequest,
  newKey,
  observation,
  sendBundle,
  sendOne,
  statusesOf,
  usual,
} from "../support/health-records";
import { addIntegrator, integrators, takeKey } from "../support/integrators";
import { enter } from "../support/keys";
import { adminPage, resident, topic } from "../support/people";
import { residentUrl } from "../support/stack";

afterAll(closeBrowser);

const eino = "121275-933V";
/** Well formed, and nobody's. */
const nobody = "010101-999X";

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
/** All that stands there of what is called so. */
const called = (part: Locator, name: string) => part.getByRole("listitem").filter({ hasText: name });
/** As a laboratory wrote it, with whatever stands between its figures. */
const figures = (value: number) => String(value).replace(".", "[.,]");

/** The page says so, however it is parted. */
const reads = (page: Page, words: string) =>
  expect.poll(() => page.getByRole("main").textContent()).toMatch(new RegExp(words));

it("EVT-03 an administrator makes a key in the browser, with which another system sends FHIR R4: the same twice is one for the resident, and without the key there is none", {
  timeout: 120_000,
}, async () => {
  const own = await resident("Eino");
  await own.page.goto(`${residentUrl}/fi/events?kind=labresults`);
  await chip(own.page, "Laboratoriotulokset", true).waitFor();

  const { page, context } = await adminPage(integrators, "Integraattorit");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await addIntegrator(page, topic("Lehtolan laboratorio"), "Laboratoriotulokset ja reseptit");
  await page.getByText("Ei avainta").waitFor();
  await page.getByRole("button", { name: "Luo uusi avain" }).click();
  const old = await takeKey(page);
  // Another one takes its place, and is asked about; neither is shown again.
  await page.getByText(/^Avain luotu/).waitFor();
  await page.getByRole("button", { name: "Luo uusi avain" }).click();
  await page
    .getByRole("alertdialog", { name: "Korvataanko avain?" })
    .getByRole("button", { name: "Luo uusi avain" })
    .click();
  const key = await takeKey(page);
  expect(key).toMatch(/^[0-9a-f-]{36}\.[\w-]{43}$/);
  expect(key).not.toBe(old);
  await page.reload();
  await page.getByText(/^Avain luotu/).waitFor();
  const shown = await page.content();
  for (const each of [old, key]) expect(shown).not.toContain(each.split(".")[1]);
  await context.close();

  const stated = await capabilities();
  expect([stated.status, stated.body.fhirVersion]).toEqual([200, "4.0.1"]);
  const name = topic("Kolesteroli LDL");
  const result = observation({ ssn: eino, name, value: 4.2 });
  const stranger = `${key.split(".")[0]}.${"A".repeat(43)}`;
  for (const wrong of [undefined, stranger, old]) expect((await sendBundle(wrong, [result])).status).toBe(401);

  // One that cannot be placed keeps all others of its transaction out, and no code is told again.
  const refused = await sendBundle(key, [result, observation({ ssn: nobody, name, value: 3 })]);
  expect([refused.status, refused.body.resourceType]).toEqual([422, "OperationOutcome"]);
  expect(refused.type).toContain("application/fhir+json");
  expect(JSON.stringify(refused.body)).not.toContain(nobody);

  const first = await sendBundle(key, [result]);
  expect([first.status, statusesOf(first)]).toEqual([200, [201]]);
  const listed = called(history(own.page), name);
  await listed.first().waitFor();
  const again = await sendBundle(key, [result]);
  expect([again.status, statusesOf(again)]).toEqual([200, [200]]);
  expect((await sendOne(key, result)).status).toBe(200);
  await own.page.reload();
  await listed.first().waitFor();
  expect(await listed.count()).toBe(1);
  expect(await listed.getByRole("link").first().getAttribute("href")).toContain(
    `/fi/events/labresults/${idsOf(first)[0]}`,
  );
  await isWell(own.page);
  await own.context.close();
});

it("EVT-02 shows a laboratory result with its value, reference values, level and change over time, follows what is corrected, and shows a prescription, on a phone", {
  timeout: 120_000,
}, async () => {
  const key = await newKey();
  const [name, other] = [topic("Kolesteroli LDL"), topic("Kolesteroli HDL")];
  const [sample, comment] = [topic("näyte"), "Näyte oli hieman samea, mutta riitti."];
  const of = { ssn: eino, name };
  const newest = observation({ ...of, value: 4.2, daysAgo: 1, sample, comment });
  const medication = topic("Simvastatiini 20 mg tabletti");
  const sent = await sendBundle(key, [
    observation({ ...of, value: 3.9, daysAgo: 60 }),
    observation({ ...of, value: 5.1, daysAgo: 30 }),
    newest,
    observation({ ssn: eino, name: other, value: 1.6, daysAgo: 1, sample }),
    medicationRequest({
      ssn: eino,
      medication,
      dosage: "Yksi tabletti iltaisin ruoan kanssa.",
      purpose: "Korkean kolesterolin hoito",
      daysAgo: 1,
    }),
  ]);
  expect(statusesOf(sent)).toEqual([201, 201, 201, 201, 201]);

  const { page, context } = await resident("Eino", { width: 360 });
  const main = page.getByRole("main");
  await page.goto(`${residentUrl}/fi/events/labresults/${idsOf(sent)[2]}`);
  await title(page, name);
  await reads(page, `${figures(4.2)}\\s*mmol/l`);
  await main.getByText("Viitearvoja korkeampi").first().waitFor();
  await reads(page, `Viitearvot\\s*${figures(usual.low)}–${figures(usual.high)}\\s*mmol/l`);
  await main
    .getByText(/^Näyte otettu/)
    .first()
    .waitFor();
  for (const words of ["Lehtolan laboratorio", comment]) await main.getByText(words).first().waitFor();
  await page.getByRole("button", { name: "Tulosta" }).waitFor();

  // By the keys to what else was found in the sample, and back.
  await page.getByRole("heading", { level: 2, name: "Samasta näytteestä" }).waitFor();
  await enter(page, new RegExp(other));
  await title(page, other);
  await main.getByText("Viitearvojen sisällä").first().waitFor();
  await page.goBack();
  await title(page, name);

  // How it has changed, drawn and in numbers.
  await page.getByRole("heading", { level: 2, name: "Muutos ajassa" }).waitFor();
  await page.getByRole("img", { name: /3 arvoa/ }).waitFor();
  await isWell(page);
  await page.getByRole("button", { name: /^Arvot taulukkona/ }).press("Enter");
  for (const value of [3.9, 5.1, 4.2])
    await main
      .getByRole("listitem")
      .filter({ hasText: new RegExp(figures(value)) })
      .first()
      .waitFor();
  await isWell(page);

  // What the laboratory puts right changes the page that is open.
  const answer = await sendOne(key, corrected(newest, 3.1));
  expect(answer.status).toBe(200);
  await main.getByText("Laboratorio on korjannut tätä tulosta.").waitFor();
  await reads(page, `${figures(3.1)}\\s*mmol/l`);
  await main.getByText("Viitearvojen sisällä").first().waitFor();

  await page.goto(`${residentUrl}/fi/events?kind=prescriptions`);
  await chip(page, "Reseptit", true).waitFor();
  await called(history(page), medication).first().getByRole("link").first().press("Enter");
  await title(page, medication);
  for (const term of ["Kirjoitettu", "Voimassa saakka", "Annostus", "Käyttötarkoitus", "Kirjoittaja"])
    await main.getByRole("term").filter({ hasText: term }).first().waitFor();
  for (const words of ["Yksi tabletti iltaisin ruoan kanssa.", "Korkean kolesterolin hoito", "Mikko Korhonen"])
    await main.getByRole("definition").filter({ hasText: words }).first().waitFor();
  await page.getByRole("button", { name: "Tulosta" }).waitFor();
  await isWell(page);
  await context.close();
});
