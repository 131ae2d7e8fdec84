/**
 * Push: a resident switches it on for a device, is told there that something waits, and switches it off again; and is helped where the browser
 * refuses it. That pressing what is shown leads there cannot be tried where nothing is shown.
 */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { NotificationKind } from "../../shared/src/rpc/gen/kajo/content/v1/notification_template_pb";
import { BookingService } from "../../shared/src/rpc/gen/kajo/scheduling/v1/booking_pb";
import { AppointmentType } from "../../shared/src/rpc/gen/kajo/scheduling/v1/common_pb";
import { bookTimes, dayAhead, makeBookable } from "../support/bookable";
import { closeBrowser } from "../support/browser";
import { isWell, told } from "../support/chats";
import { asAdministrator } from "../support/documents";
import { templateOf } from "../support/notification-templates";
import { resident, topic } from "../support/people";
import { deliver, devicesOf, elsewhere, refusePush, shownBy, type Told, withPush, worker } from "../support/push";
import { call } from "../support/rpc";
import { residentUrl } from "../support/stack";

afterAll(closeBrowser);

const location = "Lehtolan terveysasema";
const phone = { width: 390, height: 844 } as const;

async function openSettings(page: Page): Promise<void> {
  await page.goto(`${residentUrl}/fi/settings/notifications`);
  await page.getByRole("heading", { level: 1, name: "Ilmoitukset" }).waitFor();
}

const control = (page: Page) => page.getByRole("switch", { name: "Näytä ilmoitukset tällä laitteella" });
const isOn = (page: Page) => expect.poll(() => control(page).isChecked());

/** An administrator has a time at the health station that nobody else takes; what residents call it. */
async function bookable(from: string): Promise<string> {
  const service = topic("Jalkahoito");
  const at = [{ location, type: AppointmentType.IN_PERSON }];
  await asAdministrator((http) =>
    makeBookable(http, { service, instructions: "Tule ajoissa.", from, until: from, at }),
  );
  return service;
}

it("CMS-08 a resident switches push on for a device, is told there that something waits without a word of it, and no more once it is off", {
  timeout: 120_000,
}, async () => {
  const { page, context } = await resident("Maija", phone);
  const http = context.request;
  const other = await elsewhere(http);
  const device = await withPush(context);
  await openSettings(page);
  await isOn(page).toBe(false);
  expect([device.hasSubscribed(), context.serviceWorkers().length]).toEqual([false, 0]);
  await isWell(page);

  await control(page).press("Space");
  await told(page, "Ilmoitukset ovat päällä tällä laitteella.");
  await isOn(page).toBe(true);
  await page.getByRole("heading", { level: 2, name: "Muut laitteet" }).waitFor();
  await isWell(page);
  // The browser keeps it, whoever opens the page again.
  await openSettings(page);
  await isOn(page).toBe(true);

  // What residents do themselves is told at any hour, and so this test can run at night.
  const from = dayAhead(10);
  const service = await bookable(from);
  const [appointmentId = ""] = await bookTimes(http, { service, type: AppointmentType.IN_PERSON, from, count: 1 });
  const url = `/appointment/${appointmentId}`;
  const toldOf = (came: readonly string[]) => came.filter((data) => (JSON.parse(data) as Told).url === url);
  await expect.poll(async () => toldOf(await device.came()).length).toBe(1);
  const came = await device.came();
  const [data = "{}"] = toldOf(came);
  const notification = JSON.parse(data) as Told;
  const words = await asAdministrator((admin) => templateOf(admin, NotificationKind.APPOINTMENT_BOOKED));
  const [before = "", after = ""] = (words.details?.fi?.push ?? "").split("{time}");
  const { body, tag } = notification;
  expect(before).not.toBe("");
  expect([body.startsWith(before), body.endsWith(after), body.includes("{")]).toEqual([true, true, false]);
  expect(notification).toMatchObject({ title: "Kajo", lang: "fi" });
  for (const personal of [service, "Jalkahoito", "Maija", "Meikäläinen", location])
    expect(data).not.toContain(personal);

  // The worker that the page has registered shows it.
  const own = await worker(context);
  await deliver(page, data);
  const shown = { title: "Kajo", body, lang: "fi", tag, data: { url } };
  await expect.poll(() => shownBy(own)).toMatchObject([shown]);

  // Off, it is told nothing any more, which the other one is, after it would have been.
  await control(page).press("Space");
  await told(page, "Ilmoitukset ovat pois päältä tällä laitteella.");
  await isOn(page).toBe(false);
  await isWell(page);
  await expect.poll(async () => toldOf(await other.came()).length).toBe(1);
  const { cancelAppointment } = BookingService.method;
  await call(http, residentUrl, cancelAppointment, { appointmentId, reason: "En pääse paikalle." });
  await expect.poll(async () => toldOf(await other.came()).length).toBe(2);
  expect(await device.came()).toEqual(came);
  await other.switchOff();
  await context.close();
});

it("CMS-08 explains to a resident whose browser refuses notifications where they are allowed, and leaves all as it was", async () => {
  const { page, context } = await resident("Maija", phone);
  await refusePush(page);
  const devices = await devicesOf(context.request);
  await openSettings(page);
  await page.getByText("Ilmoitukset ovat pois päältä, koska selain estää ne.").waitFor();
  await page.getByText(/^Salli ilmoitukset tälle sivustolle selaimen osoiterivin kuvakkeesta/).waitFor();
  await isOn(page).toBe(false);
  await isWell(page);

  await control(page).press("Space");
  await page.getByText(/^Salli ilmoitukset tälle sivustolle selaimen osoiterivin kuvakkeesta/).waitFor();
  await isOn(page).toBe(false);
  expect([context.serviceWorkers().length, await devicesOf(context.request)]).toEqual([0, devices]);
  await isWell(page);
  await context.close();
});
