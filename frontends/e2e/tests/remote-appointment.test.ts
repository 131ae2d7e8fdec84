/** Remote appointments (SCH-08, SCH-10): a professional and a resident at browsers that are processes of their own, each with a camera. */
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { CalendarService } from "../../shared/src/rpc/gen/kajo/scheduling/v1/calendar_pb";
import { closeBrowser } from "../support/browser";
import { button, dialog, isWell } from "../support/chats";
import { picturesCome } from "../support/connections";
import { nurse, resident } from "../support/people";
import { call } from "../support/rpc";
import { bookSoon } from "../support/soon";
import { practitionerUrl, residentUrl } from "../support/stack";
import { callPart, closeCall, endCall, enterCall, inCall, inLobby, previews } from "../support/video";

afterAll(closeBrowser);

const encounter = (appointmentId: string) => `${residentUrl}/fi/online-encounter/${appointmentId}`;

const remoteList = (scheduleId: string) => {
  const schedules = encodeURIComponent(JSON.stringify([scheduleId]));
  return `${practitionerUrl}/fi/appointments?view=remote&schedules=${schedules}`;
};

/** One of those that stand under a heading. */
const rows = (page: Page, group: string, words: string) =>
  page.getByRole("region", { name: group, exact: true }).getByRole("listitem").filter({ hasText: words });
const joinOf = (within: Locator | Page) => within.getByRole("button", { name: "Liity", exact: true });
const isActive = async (join: Locator) => (await join.getAttribute("aria-disabled")) !== "true";

it("SCH-08 SCH-10 SCH-20 a resident tries the camera, joins from the own list and waits in the lobby; a professional sees it, joins in a second tab, and both see each other until one leaves; a cancelled one is acknowledged with its reason", {
  timeout: 300_000,
}, async () => {
  const eino = await resident("Eino", { width: 390, height: 844, camera: "allowed" });
  const { service, scheduleId, appointments } = await bookSoon(eino.context.request, "Liisa", 2);
  const [, second = ""] = appointments;
  const liisa = await nurse("Liisa", { width: 1280, camera: "allowed" });
  await liisa.page.goto(remoteList(scheduleId));
  const coming = rows(liisa.page, "Tulossa", service);
  await expect.poll(() => coming.count()).toBe(2);

  await eino.page.goto(`${residentUrl}/fi/online-encounter`);
  const own = rows(eino.page, "Tulossa", service);
  await expect.poll(() => own.count()).toBe(2);
  await button(eino.page, "Aloita kokeilu").click();
  await previews(eino.page);
  expect(await button(eino.page, "Liity puheluun").count()).toBe(0);
  await isWell(eino.page);
  await button(eino.page, "Lopeta kokeilu").click();
  await joinOf(own.nth(0)).click();
  await enterCall(eino.page);
  await inLobby(eino.page);
  await isWell(eino.page);

  await coming.nth(0).getByText("1 odottaa aulassa").waitFor();
  const [tab] = await Promise.all([liisa.context.waitForEvent("page"), joinOf(coming.nth(0)).click()]);
  await enterCall(tab);
  for (const page of [tab, eino.page]) await inCall(page);
  for (const page of [tab, eino.page]) await picturesCome(page);
  await coming.nth(0).getByText("2 puhelussa").waitFor();
  expect(await button(eino.page, "Päätä puhelu").count()).toBe(0);
  await isWell(tab);
  await isWell(eino.page);
  // Whoever leaves may come again; the call goes on without them.
  await button(eino.page, "Poistu puhelusta").click();
  await coming.nth(0).getByText("1 puhelussa").waitFor();
  await endCall(tab);
  await closeCall(tab, "Päätit puhelun.");

  await call(liisa.context.request, practitionerUrl, CalendarService.method.cancelForPatient, {
    appointmentId: second,
    reason: "Lääkäri sairastui.",
  });
  const cancelled = rows(liisa.page, "Perutut", service);
  await cancelled.waitFor();
  await expect.poll(() => coming.count()).toBe(1);
  await isWell(liisa.page);
  await cancelled.getByRole("button", { name: "Merkitse käsitellyksi" }).click();
  await dialog(liisa.page).getByText("Lääkäri sairastui.").waitFor();
  await isWell(liisa.page);
  await dialog(liisa.page).getByRole("button", { name: "Merkitse käsitellyksi", exact: true }).click();
  await cancelled.waitFor({ state: "detached" });
  await Promise.all([eino.context.close(), liisa.context.close()]);
});

/** The first one begins within three minutes, where midnight is not near; a slow machine may need as long again. */
const begunMs = 900_000;

it("SCH-08 SCH-10 a resident waits in the lobby of a remote appointment, a professional sees it, joins in a second tab, and both see each other until it is marked as done; others become open on open pages to the minute", {
  timeout: 1_200_000,
  tags: ["long"],
}, async () => {
  const nils = await resident("Nils", { width: 390, height: 844, camera: "allowed" });
  const { service, scheduleId, begins, appointments } = await bookSoon(nils.context.request, "Pekka", 3);
  const [first = "", second = ""] = appointments;
  expect(appointments).toHaveLength(3);
  const pekka = await nurse("Pekka", { width: 1280, camera: "allowed" });
  await pekka.page.goto(remoteList(scheduleId));
  await pekka.page.getByRole("heading", { level: 2, name: "Etävastaanotot" }).waitFor();
  const coming = rows(pekka.page, "Tulossa", service);
  await expect.poll(() => coming.count()).toBe(3);
  await isWell(pekka.page);
  // The first two can be joined already, the third one from ten minutes before it: when the first one begins.
  const third = joinOf(coming.nth(2));
  expect([await isActive(joinOf(coming.nth(0))), await isActive(third)]).toEqual([true, false]);
  await coming
    .nth(2)
    .getByText(/^Liity klo .* alkaen$/)
    .waitFor();
  await third.focus();
  await pekka.page.setViewportSize({ width: 360, height: 800 });
  await isWell(pekka.page);
  await pekka.page.setViewportSize({ width: 1280, height: 900 });

  // The resident can join from five minutes before: the first one at once, the second one when the first one begins.
  const other = await nils.context.newPage();
  await other.goto(encounter(second));
  await joinOf(other).waitFor();
  expect(await isActive(joinOf(other))).toBe(false);
  await nils.page.goto(encounter(first));
  await expect.poll(() => isActive(joinOf(nils.page))).toBe(true);
  await isWell(nils.page);
  await joinOf(nils.page).click();
  await enterCall(nils.page);
  await inLobby(nils.page);
  await isWell(nils.page);
  expect(await callPart(nils.page, "Odota hetki").getByRole("button", { name: "Päätä puhelu" }).count()).toBe(0);

  // She is told on the page that is open, and comes in another tab.
  await coming.nth(0).getByText("1 odottaa aulassa").waitFor();
  await isWell(pekka.page);
  const [tab] = await Promise.all([pekka.context.waitForEvent("page"), joinOf(coming.nth(0)).click()]);
  await tab.getByRole("heading", { level: 1, name: /^Etävastaanotto klo/ }).waitFor();
  expect(await tab.title()).not.toMatch(/Nils|Etäneuvonta/);
  await isWell(tab);
  await enterCall(tab);
  // Nobody needs to be let in.
  for (const page of [tab, nils.page]) await inCall(page);
  for (const page of [tab, nils.page]) await picturesCome(page);
  await isWell(tab);
  await isWell(nils.page);
  expect(await button(nils.page, "Päätä puhelu").count()).toBe(0);
  await rows(pekka.page, "Tulossa", service)
    .or(rows(pekka.page, "Käynnissä", service))
    .first()
    .getByText("2 puhelussa")
    .waitFor();

  // It begins: pages that are open show so without being loaded anew.
  const ongoing = rows(pekka.page, "Käynnissä", service);
  await expect.poll(() => ongoing.count(), { timeout: begunMs }).toBe(1);
  expect(Date.now()).toBeGreaterThanOrEqual(begins - 2_000);
  await expect.poll(() => isActive(joinOf(rows(pekka.page, "Tulossa", service).nth(1)))).toBe(true);
  await expect.poll(() => isActive(joinOf(other))).toBe(true);
  await ongoing.getByRole("button", { name: "Merkitse tehdyksi" }).click();
  await isWell(pekka.page);
  await dialog(pekka.page).getByRole("button", { name: "Merkitse tehdyksi" }).click();
  await pekka.page.getByText("Aika merkittiin tehdyksi.").first().waitFor();
  await expect.poll(() => ongoing.count()).toBe(0);

  // With it the call is over.
  await closeCall(tab, "Vastaanotto on päättynyt.");
  await closeCall(nils.page, "Vastaanotto on päättynyt.");
  await tab.getByText("Etävastaanotto on päättynyt", { exact: false }).first().waitFor();
  await isWell(tab);
  await Promise.all([nils.context.close(), pekka.context.close()]);
});
