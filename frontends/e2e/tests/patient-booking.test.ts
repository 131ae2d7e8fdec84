/** Professionals book for patients, with colleagues and guests. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { PatientBookingService } from "../../shared/src/rpc/gen/kajo/scheduling/v1/patient_booking_pb";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { summary } from "../support/forms";
import { openPatient } from "../support/patients";
import { choose, nurse, resident } from "../support/people";
import { call } from "../support/rpc";
import { practitionerUrl, residentUrl } from "../support/stack";

afterAll(closeBrowser);

const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
const step = (page: Page, place: number, name: string) =>
  page.getByRole("heading", { level: 2, name: `Vaihe ${place}/6 ${name}` }).waitFor();
const press = async (page: Page, name: string) => {
  await page.getByRole("button", { name, exact: true }).focus();
  await page.keyboard.press("Enter");
};
const fill = (page: Page, name: RegExp, text: string) => page.getByRole("textbox", { name }).fill(text);
const party = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

it("SCH-07 SCH-18 books for a patient in six steps by keyboard, with a colleague and a guest; a time that is lost leads to the nearest; the patient sees it; a colleague is removed", {
  timeout: 120_000,
}, async () => {
  const { page, context } = await nurse("Liisa", { width: 1440 });
  const patientId = await openPatient(page, "280285-903R", "Maja Lindqvist");
  await page.getByRole("link", { name: "Varaa aika potilaalle" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Uusi ajanvaraus" }).waitFor();

  await step(page, 1, "Palvelu ja paikka");
  await press(page, "Jatka");
  await summary(page).getByText("Palvelu:", { exact: false }).waitFor();
  // One's own come first.
  const services = page.getByRole("combobox", { name: /^Palvelu/ }).getByRole("option");
  await expect.poll(() => services.first().textContent()).toContain("Hoitajan vastaanotto · omia aikoja");
  await choose(page, /^Palvelu/, /Hoitajan vastaanotto/);
  expect(await violations(page)).toEqual([]);
  await press(page, "Jatka");
  await step(page, 2, "Ammattirooli");
  await page.getByRole("radio", { name: "Sairaanhoitaja" }).focus();
  await page.keyboard.press("Space");
  expect(await violations(page)).toEqual([]);
  await press(page, "Jatka");
  // Who is open already comes first.
  await step(page, 3, "Potilas");
  await page.getByText("Maja Lindqvist").waitFor();
  expect(await violations(page)).toEqual([]);
  await press(page, "Jatka");

  await step(page, 4, "Osallistujat");
  await page.getByRole("combobox", { name: /^Työtoveri/ }).focus();
  await page.keyboard.type("Jussi");
  await page.getByRole("option", { name: /^Jussi Hakala/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await press(page, "Lisää työtoveri");
  await party(page, "Jussi Hakala").waitFor();
  await fill(page, /^Nimi/, "Kaisa Koski");
  await press(page, "Lisää vieras");
  await page.getByText("Anna sähköpostiosoite tai puhelinnumero.").nth(1).waitFor();
  await fill(page, /^Sähköpostiosoite/, "kaisa@kajo.example");
  // Nobody who is half written is left behind.
  await press(page, "Jatka");
  await summary(page).getByText("Lisää vieras osallistujiin tai tyhjennä kentät", { exact: false }).waitFor();
  expect(await violations(page)).toEqual([]);
  await press(page, "Lisää vieras");
  await party(page, "Kaisa Koski").getByText("kaisa@kajo.example").waitFor();
  await press(page, "Jatka");

  await step(page, 5, "Asetukset");
  await page.getByRole("radio", { name: "Vastaanottokäynti" }).focus();
  await page.keyboard.press("Space");
  const times = page.getByRole("radiogroup", { name: /^Aika/ }).getByRole("radio");
  await expect.poll(() => times.count()).toBe(5);
  // A Monday in four weeks, which is nobody else's day.
  await page
    .getByRole("group", { name: /^Päivä/ })
    .getByRole("spinbutton")
    .first()
    .focus();
  const day = new Date(Date.now() + 28 * 86_400_000);
  day.setUTCDate(day.getUTCDate() + ((8 - day.getUTCDay()) % 7));
  const [year, month, date] = day.toISOString().slice(0, 10).split("-");
  await page.keyboard.type(`${date}${month}${year}`);
  await expect.poll(() => times.count()).toBeGreaterThan(5);
  await press(page, "Jatka");
  await summary(page).getByText("Aika:", { exact: false }).waitFor();
  const offerId = await times.nth(1).getAttribute("value");
  const chosen = await times.nth(1).getAttribute("aria-label");
  await times.nth(1).focus();
  await page.keyboard.press("Space");
  await page.getByRole("checkbox", { name: "Potilas voi perua ajan itse" }).focus();
  await page.keyboard.press("Space");
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await width(page)).toBeLessThanOrEqual(0);
  await press(page, "Jatka");

  await step(page, 6, "Esikatselu");
  await page.getByText("Potilas ei voi perua aikaa itse.").waitFor();
  await party(page, "Kaisa Koski").waitFor();
  // How a guest is reached is not for the patient.
  expect(await page.getByText("kaisa@kajo.example").count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  expect(await width(page)).toBeLessThanOrEqual(0);

  // Somebody else is quicker: it is said which time that was, and everything else is as it was.
  const quicker = { patientId, offerId: offerId ?? "" };
  await call(page.request, practitionerUrl, PatientBookingService.method.bookForPatient, quicker);
  await press(page, "Varaa aika");
  await step(page, 5, "Asetukset");
  await page.getByText(`Joku muu ehti varata ajan: ${chosen}.`, { exact: false }).waitFor();
  expect(await page.getByRole("checkbox", { name: "Potilas voi perua ajan itse" }).isChecked()).toBe(false);
  expect(await times.evaluateAll((all) => all.map((each) => each.getAttribute("value")))).not.toContain(offerId);
  expect(await violations(page)).toEqual([]);
  await times.first().focus();
  await page.keyboard.press("Space");
  await press(page, "Jatka");
  await step(page, 6, "Esikatselu");
  await party(page, "Jussi Hakala").waitFor();
  await press(page, "Varaa aika");
  await page.getByText("Aika varattiin.").waitFor();
  await page.getByRole("heading", { level: 1, name: /^Hoitajan vastaanotto/ }).waitFor();
  await party(page, "Liisa Virtanen").getByText("vastuuhenkilö").waitFor();
  await party(page, "Kaisa Koski").getByText("kaisa@kajo.example").waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await width(page)).toBeLessThanOrEqual(0);
  const appointment = new URL(page.url()).pathname.split("/").at(-1) ?? "";

  const patient = await resident("Maja", { width: 360 });
  await patient.page.goto(`${residentUrl}/fi/appointment/${appointment}`);
  await patient.page.getByText("Muut osallistujat").waitFor();
  await patient.page.getByText("Kaisa Koski").waitFor();
  await patient.page.getByText("Jussi Hakala").waitFor();
  expect(await patient.page.getByText("kaisa@kajo.example").count()).toBe(0);
  expect(await patient.page.getByRole("link", { name: "Peru aika" }).count()).toBe(0);
  expect(await violations(patient.page)).toEqual([]);

  // A colleague has it in their calendar, until they take part no more.
  const colleague = await nurse("Jussi");
  await colleague.page.goto(`${practitionerUrl}/fi/appointments/${appointment}`);
  await colleague.page.getByRole("heading", { level: 1, name: /^Hoitajan vastaanotto/ }).waitFor();
  await press(page, "Poista: Jussi Hakala");
  await page.getByRole("alertdialog").getByRole("button", { name: "Poista osallistuja" }).press("Enter");
  await party(page, "Jussi Hakala").getByText("Ei osallistu enää").waitFor();
  await press(page, "Muuta: Kaisa Koski");
  const dialog = page.getByRole("dialog", { name: "Muuta vieraan tietoja" });
  await dialog.getByRole("textbox", { name: /^Puhelinnumero/ }).fill("040 123 4567");
  await dialog.getByRole("button", { name: "Tallenna" }).press("Enter");
  await party(page, "Kaisa Koski").getByText("kaisa@kajo.example · +358401234567").waitFor();
  // What was saved may be told before the dialog has gone, which hides all else from readers.
  await dialog.waitFor({ state: "detached" });
  expect(await violations(page)).toEqual([]);
  await colleague.page.reload();
  await colleague.page.getByRole("heading", { level: 1, name: "Sivua ei löydy" }).waitFor();
  await patient.page.reload();
  await patient.page.getByText("Kaisa Koski").waitFor();
  expect(await patient.page.getByText("Jussi Hakala").count()).toBe(0);

  // The list of a field in a dialog is in front of it, and Escape closes the list alone.
  await page.getByRole("button", { name: "Lisää työtoveri", exact: true }).click();
  const adding = page.getByRole("dialog", { name: "Lisää työtoveri" });
  await adding.getByRole("combobox", { name: /^Työtoveri/ }).fill("Jussi");
  await adding.getByRole("option", { name: /^Jussi Hakala/ }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => adding.getByRole("option").count()).toBe(0);
  await adding.getByRole("combobox", { name: /^Työtoveri/ }).fill("Jussi H");
  await adding.getByRole("option", { name: /^Jussi Hakala/ }).click();
  await adding.getByRole("button", { name: "Lisää työtoveri", exact: true }).click();
  await party(page, "Jussi Hakala").filter({ hasNotText: "Ei osallistu enää" }).waitFor();
  for (const each of [context, patient.context, colleague.context]) await each.close();
});
