/** Appointments that another booking system keeps: fetched into Kajo, shown to residents and professionals, and changed in that system alone. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { button, isWell } from "../support/chats";
import { bookingSystem, serverWords } from "../support/faults";
import { bookAtDesk, cancelAtDesk, helsinki, moveAtDesk } from "../support/front-desk";
import { openPatient } from "../support/patients";
import { adminPage, nurse, resident } from "../support/people";
import { practitionerUrl, residentUrl } from "../support/stack";

afterAll(closeBrowser);

const search = "Lifecare / suun terveydenhuolto, Lehtola";
const searches = `${practitionerUrl}/fi/admin/service-information/searches?search=${encodeURIComponent(search)}`;
const elli = ["010942-921E", "Elli Fofonoff"] as const;
const kept = "Varattu järjestelmässä Lifecare. Muutokset tehdään siellä.";
const booked = {
  system: "lifecare",
  ssn: elli[0],
  patientName: elli[1],
  minutes: 30,
  location: "lehtola",
  practitioner: "Hammaslääkäri Helka Hammas",
  codes: { function: "suunhoito", location: "lehtola", appointmentType: "tarkastus" },
} as const;

/** What came of asking is said here. */
const outcome = (page: Page) => page.getByRole("status").filter({ hasText: /^(Haku |Aikojen haku )/ });

/** Asks the other system now; when the platform is just asking by itself, once that is done. */
async function fetchNow(page: Page, words: RegExp): Promise<void> {
  let said = "";
  do {
    const answered = page.waitForResponse((answer) => answer.url().endsWith("/FetchAppointmentSearch"));
    await button(page, "Hae nyt").press("Enter");
    await answered;
    await outcome(page).waitFor();
    said = (await outcome(page).textContent()) ?? "";
  } while (said.includes("Haku on jo käynnissä"));
  expect(said).toMatch(words);
}

const fact = (page: Page, name: string) => page.locator("main dl div").filter({ hasText: name }).locator("dd").first();

it("SCH-14 SCH-21 what is booked, moved and cancelled in another system arrives by Hae nyt, which tells when, how many and why not; the resident sees it on an open page and changes nothing of it", {
  timeout: 180_000,
}, async () => {
  const [first, later] = [helsinki(21, "09:10"), helsinki(22, "13:40")];
  const [firstTime, laterTime] = [`${first.day} klo 09:10`, `${later.day} klo 13:40`];
  const own = await resident("Elli", { width: 360 });
  const { page, context } = await adminPage(searches, "Ajanvaraushaut", 1440);
  const reference = await bookAtDesk({ ...booked, startsAt: first.at });

  await page.getByRole("row", { name: new RegExp(`${search}.*Lifecare`) }).waitFor();
  await page.getByRole("link", { name: search, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: search }).waitFor();
  await fetchNow(page, /^Haku onnistui\. Varattuja tulevia aikoja: [1-9]\d*\.$/);
  await page
    .getByText(/^Varatut ajat on haettu viimeksi .+ Varattuja tulevia aikoja: [1-9]\d*\. Seuraava haku on .+ välein\.$/)
    .waitFor();
  await isWell(page);

  // The resident finds it among what is to come, on the page that was open all the while.
  const mine = own.page.getByRole("list", { name: "Tulevat ajat" }).getByRole("link").filter({ hasText: firstTime });
  await mine.first().waitFor();
  await isWell(own.page);
  await mine.first().click();
  await expect.poll(() => fact(own.page, "Milloin").textContent()).toContain(firstTime);
  for (const words of ["Aikaa ei voi siirtää täällä.", "Aikaa ei voi perua täällä.", "Ammattilaisten järjestelmässä"])
    await own.page.getByText(words, { exact: true }).first().waitFor();
  for (const name of ["Siirrä aika", "Peru aika"]) expect(await own.page.getByRole("link", { name }).count()).toBe(0);
  await isWell(own.page);
  const address = own.page.url();

  // So does a professional with the patient, who cannot change it either.
  const liisa = await nurse("Liisa");
  await openPatient(liisa.page, ...elli);
  const row = liisa.page.getByRole("list", { name: "Ajanvaraukset" }).getByRole("listitem");
  const listed = row.filter({ hasText: first.day }).filter({ hasText: "09:10" }).filter({ hasText: kept });
  await listed.first().waitFor();
  await isWell(liisa.page);
  await listed.first().getByRole("link").click();
  await liisa.page.getByRole("heading", { level: 1, name: /^Hoitajan vastaanotto, / }).waitFor();
  await liisa.page.getByText(kept, { exact: true }).waitFor();
  await button(liisa.page, "Avaa potilaan sivu").waitFor();
  for (const name of ["Peru aika", "Merkitse tehdyksi", "Lisää työtoveri", "Lisää vieras"])
    expect(await button(liisa.page, name).count()).toBe(0);
  await isWell(liisa.page);
  await liisa.context.close();

  // Moved there: the open page tells the new time.
  await moveAtDesk(reference, later.at);
  await fetchNow(page, /^Haku onnistui\./);
  await expect.poll(() => fact(own.page, "Milloin").textContent()).toContain(laterTime);
  await own.page
    .getByText(/^Aiempi aika: /)
    .filter({ hasText: firstTime })
    .waitFor();
  await isWell(own.page);

  // The system fails: why and since when, here and in the list. What was fetched before stays.
  await bookingSystem("lifecare", "fails");
  try {
    await fetchNow(page, /^Haku epäonnistui\. Järjestelmä ei vastaa\.$/);
    await page
      .getByText(/^Haku on epäonnistunut .+ alkaen, (1 kerran|\d+ kertaa peräkkäin)\. Järjestelmä ei vastaa\./)
      .waitFor();
    expect(await serverWords(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    await isWell(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(searches);
    const failing = page.getByRole("row", { name: new RegExp(search) });
    await failing.getByText("Epäonnistunut", { exact: true }).waitFor();
    await failing.getByText(/ alkaen\. Järjestelmä ei vastaa\./).waitFor();
    await isWell(page);
  } finally {
    await bookingSystem("lifecare", null);
  }
  expect(await fact(own.page, "Milloin").textContent()).toContain(laterTime);

  // Healed, and cancelled there with a reason.
  await cancelAtDesk(reference, "Helka Hammas on sairastunut.");
  await page.getByRole("link", { name: search, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: search }).waitFor();
  await fetchNow(page, /^Haku onnistui\./);
  await expect.poll(() => page.getByText(/^Haku on epäonnistunut/).count()).toBe(0);
  await own.page.getByText("Aika on peruttu.", { exact: true }).waitFor();
  await own.page.getByText("Syy: Helka Hammas on sairastunut.", { exact: true }).waitFor();
  expect(own.page.url()).toBe(address);
  await isWell(own.page);
  await own.page.goto(`${residentUrl}/fi`);
  await own.page.getByRole("heading", { level: 1 }).waitFor();
  const coming = own.page.getByRole("list", { name: "Tulevat ajat" }).getByRole("link");
  await expect.poll(() => coming.filter({ hasText: laterTime }).count()).toBe(0);
  await context.close();
  await own.context.close();
});
