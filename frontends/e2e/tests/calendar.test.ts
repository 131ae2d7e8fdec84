/** The calendar of professionals, and what they recommend to book. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { BookingService } from "../../shared/src/rpc/gen/kajo/scheduling/v1/booking_pb";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { openPatient } from "../support/patients";
import { choose, nurse, resident } from "../support/people";
import { bookNurse, call } from "../support/rpc";
import { practitionerUrl, residentUrl } from "../support/stack";

afterAll(closeBrowser);

const calendar = `${practitionerUrl}/fi/appointments`;
const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
/** A time of day, as either way of writing has it. */
const at = (time: string) => new RegExp(time.replace(":", "[.:]"));
const entry = (page: Page, time: string, name: string) =>
  page.getByRole("listitem").filter({ hasText: time }).getByRole("link", { name });

it("SCH-06 a professional finds an appointment in the day and the week, reads it and cancels it by keyboard; a colleague sees that the time is taken", async () => {
  const patient = await resident("Maja");
  const { date, time } = await bookNurse(patient.page.request, "Liisa Virtanen");
  const begins = time.replace(":", ".");
  const second = await bookNurse(patient.page.request, "Liisa Virtanen");

  const { page, context } = await nurse("Liisa", { width: 1440 });
  await page.goto(`${calendar}?date=${date}`);
  await page.getByRole("heading", { level: 1, name: "Kalenteri" }).waitFor();
  await page
    .getByText(new RegExp(`^${begins}|^${time}`))
    .first()
    .waitFor();
  await page
    .getByRole("listitem")
    .filter({ hasText: /Vapaa|vapaata aikaa/ })
    .first()
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("radio", { name: "Viikko" }).focus();
  await page.keyboard.press("Space");
  await expect.poll(() => page.getByRole("heading", { level: 3 }).count()).toBe(7);
  expect(new URL(page.url()).searchParams.get("view")).toBe("week");
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await width(page)).toBeLessThanOrEqual(0);

  // What the patient cancels changes in the calendar that is open, without being loaded anew.
  await page.goto(`${calendar}?date=${second.date}`);
  const others = page
    .getByRole("listitem")
    .filter({ hasText: "Maja Lindqvist" })
    .filter({ hasText: at(second.time) });
  await others.first().waitFor();
  const cancelled = others.getByText("Peruttu", { exact: true });
  const before = await cancelled.count();
  await call(patient.page.request, residentUrl, BookingService.method.cancelAppointment, {
    appointmentId: second.appointmentId,
    reason: "Olen terve.",
  });
  await expect.poll(() => cancelled.count()).toBe(before + 1);

  // A colleague who follows the schedule is told nothing but that the time is taken.
  const colleague = await nurse("Jussi");
  await colleague.page.goto(`${calendar}?date=${date}`);
  await colleague.page.getByRole("button", { name: /^Ajanvarauskirjat/ }).click();
  await colleague.page.getByRole("checkbox", { name: /^Liisa Virtanen, Lehtola/ }).check();
  const taken = colleague.page.getByRole("listitem").filter({ hasText: at(time) });
  await taken.getByText("Varattu").first().waitFor();
  expect(await colleague.page.getByText("Maja Lindqvist").count()).toBe(0);
  // What is chosen is shown the next time as well, whatever the address says.
  await colleague.page.goto(`${calendar}?date=${date}`);
  await taken.getByText("Varattu").first().waitFor();
  await colleague.context.close();

  // It stands on the patient's page, among what is to come.
  await openPatient(page, "280285-903R", "Maja Lindqvist");
  const coming = page.getByRole("list", { name: "Ajanvaraukset" }).getByRole("listitem");
  await coming
    .filter({ hasText: at(time) })
    .filter({ hasText: "Liisa Virtanen" })
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Menneet ja perutut" }).click();
  await page.getByRole("list", { name: "Menneet ja perutut" }).getByText("Peruttu").first().waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await width(page)).toBeLessThanOrEqual(0);

  await page.goto(`${calendar}?view=week&date=${date}`);
  await entry(page, time, "Maja Lindqvist")
    .or(entry(page, begins, "Maja Lindqvist"))
    .focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: /^Hoitajan vastaanotto/ }).waitFor();
  await page.getByText("Vastuuhenkilö", { exact: true }).waitFor();
  await page.getByRole("listitem").filter({ hasText: "Maja Lindqvist" }).getByText("potilas").first().waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await width(page)).toBeLessThanOrEqual(0);

  await page.getByRole("button", { name: "Peru aika" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Peru aika" });
  await dialog.getByRole("button", { name: "Peru aika" }).press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("reason");
  await page.keyboard.type("Hoitaja on sairastunut");
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Peru aika" }).press("Enter");
  await page.getByText("Aika peruttiin. Se vapautui muille.").waitFor();
  await page.getByText("Hoitaja on sairastunut").waitFor();
  await page.getByText("Peruttu", { exact: true }).first().waitFor();
  expect(await page.getByRole("button", { name: "Peru aika" }).count()).toBe(0);

  // In the calendar, which is as it was left, it stays as one that was cancelled.
  await page.getByRole("link", { name: "Takaisin kalenteriin" }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("view")).toBe("week");
  await page.getByRole("listitem").filter({ hasText: "Maja Lindqvist" }).getByText("Peruttu").first().waitFor();
  await context.close();
  await patient.context.close();
});

it("SCH-05 a professional recommends a service on the patient's page, not twice at a time, and takes it back", {
  tags: ["long"],
}, async () => {
  const { page, context } = await nurse("Liisa", { width: 360 });
  const patientId = await openPatient(page, "010190-999W", "Nils Aikio");
  const recommend = page.getByRole("button", { name: "Suosittele ajanvarausta" });
  const give = async () => {
    await recommend.click();
    await choose(page, /^Palvelu/, /Lääkärin vastaanotto/);
    await recommend.click();
  };
  const given = page.getByRole("list", { name: "Ajanvaraussuositukset" }).getByRole("listitem");
  const waits = given.filter({ hasText: "Lääkärin vastaanotto" }).filter({ hasText: "Odottaa varausta" });
  await give();
  await page.getByText("Suositus annettiin. Potilas voi nyt varata ajan.").waitFor();
  await waits.getByText(/Liisa Virtanen/).waitFor();
  await give();
  await page.getByText("Palvelua on jo suositeltu potilaalle.").first().waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await width(page)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Peruuta", exact: true }).click();

  await page.reload();
  await page.getByRole("heading", { level: 2, name: "Nils Aikio" }).waitFor();
  expect(new URL(page.url()).searchParams.get("patient")).toBe(patientId);
  await waits.getByRole("button", { name: "Peru suositus" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Peru suositus" }).press("Enter");
  await page.getByText("Suositus peruttiin.").waitFor();
  await expect.poll(() => waits.count()).toBe(0);
  await context.close();
});
