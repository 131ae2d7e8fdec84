/** Guests of remote appointments (SCH-09, SCH-10, SCH-19): resident, guest and professional at browsers that are processes of their own. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { CalendarService } from "../../shared/src/rpc/gen/kajo/scheduling/v1/calendar_pb";
import { ParticipantService } from "../../shared/src/rpc/gen/kajo/scheduling/v1/participant_pb";
import { closeBrowser, visit } from "../support/browser";
import { button, dialog, isWell } from "../support/chats";
import { picturesCome } from "../support/connections";
import { sentTo } from "../support/outbox";
import { nurse, resident, topic } from "../support/people";
import { call } from "../support/rpc";
import { bookSoon } from "../support/soon";
import { practitionerUrl, residentUrl } from "../support/stack";
import { endCall, enterCall, inCall, inLobby } from "../support/video";

afterAll(closeBrowser);

const links = /https?:\/\/\S+\/meetup\/\S+#\S+/;

/** The newest link that was sent to an address, and the message that it came in. */
async function linkTo(address: string): Promise<{ readonly link: string; readonly message: string }> {
  const newest = async () => (await sentTo(address)).at(-1) ?? "";
  await expect.poll(newest).toMatch(links);
  const message = await newest();
  return { link: links.exec(message)?.[0] ?? "", message };
}

const address = () => `${topic("vieras").replace(" ", ".")}@kajo.example`;
const joinOf = (page: Page) => button(page, "Liity");
const isDead = (page: Page) => page.getByRole("heading", { level: 1, name: "Linkki ei toimi" }).waitFor();
const party = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

it("SCH-09 SCH-10 SCH-19 a guest gets the link by e-mail, opens it without signing in, says what they are called and waits in the lobby; resident, guest and professional see each other; the link dies when the guest is taken off", {
  timeout: 240_000,
}, async () => {
  const nils = await resident("Nils", { width: 390, height: 844, camera: "allowed" });
  const { service, appointments } = await bookSoon(nils.context.request, "Pekka", 2);
  const [first = "", second = ""] = appointments;
  const pekka = await nurse("Pekka", { width: 1280, camera: "allowed" });
  const { page } = pekka;
  await page.goto(`${practitionerUrl}/fi/appointments/${first}`);
  const mail = address();
  await button(page, "Lisää vieras").click();
  await page.getByRole("textbox", { name: /^Nimi/ }).fill("Kaisa Koski");
  await page.getByRole("textbox", { name: /^Sähköpostiosoite/ }).fill(mail);
  await page.getByRole("dialog").getByRole("button", { name: "Lisää vieras" }).click();
  await party(page, "Kaisa Koski").getByText("Linkki lähetetty", { exact: false }).waitFor();
  await isWell(page);

  // Who reads the mail learns when it is, and neither whose it is nor what about.
  const { link, message } = await linkTo(mail);
  for (const personal of ["Nils", service, "Lehtola"]) expect(message).not.toContain(personal);
  const guest = await visit({ width: 390, height: 844, camera: "allowed" });
  await guest.page.goto(link);
  await guest.page.getByText("Nils").first().waitFor();
  expect(await guest.page.getByText(service).count()).toBe(0);
  await isWell(guest.page);
  const name = guest.page.getByRole("textbox", { name: /^Nimesi/ });
  expect(await name.inputValue()).toBe("Kaisa Koski");
  await name.fill("");
  await joinOf(guest.page).click();
  await isWell(guest.page);
  await name.fill("Kaisa-täti");
  await joinOf(guest.page).click();
  await enterCall(guest.page);
  await inLobby(guest.page);
  await isWell(guest.page);

  await nils.page.goto(`${residentUrl}/fi/online-encounter/${first}`);
  await joinOf(nils.page).click();
  await enterCall(nils.page);
  await inLobby(nils.page);
  const tab = await pekka.context.newPage();
  await tab.goto(`${practitionerUrl}/fi/appointments/${first}/call`);
  await enterCall(tab);
  const all = [tab, nils.page, guest.page];
  for (const each of all) await inCall(each);
  for (const each of all) await picturesCome(each);
  for (const each of [tab, nils.page]) await each.getByText("Kaisa-täti (vieras)").first().waitFor();
  await isWell(tab);
  await isWell(guest.page);
  // A page that is loaded anew leads back to the call, under the same name.
  await guest.page.reload();
  await enterCall(guest.page);
  await inCall(guest.page);
  await picturesCome(guest.page);
  await tab.getByText("Kaisa-täti (vieras)").first().waitFor();

  await button(page, "Poista: Kaisa Koski").click();
  await dialog(page).getByRole("button", { name: "Poista osallistuja" }).click();
  await isDead(guest.page);
  await isWell(guest.page);
  await expect.poll(() => tab.getByText("Kaisa-täti (vieras)").count()).toBe(0);
  await endCall(tab);

  // Another guest of another appointment: by text message; a secret that is wrong opens nothing, and cancelling is told on the open page.
  const phone = `+35850${String(Date.now()).slice(-7)}`;
  const added = { appointmentId: second, name: "Ville Vieras", phone };
  await call(pekka.context.request, practitionerUrl, ParticipantService.method.saveParticipant, added);
  const { link: other } = await linkTo(phone);
  const [place] = other.split("#");
  await guest.page.goto(`${place}#${"A".repeat(43)}`);
  await isDead(guest.page);
  await guest.page.goto("about:blank");
  await guest.page.goto(other);
  await guest.page.getByText("Nils").first().waitFor();
  await call(pekka.context.request, practitionerUrl, CalendarService.method.cancelForPatient, {
    appointmentId: second,
    reason: "Lääkäri sairastui.",
  });
  await guest.page.getByText("peruttu", { exact: false }).first().waitFor();
  expect(await guest.page.getByText("Lääkäri sairastui.").count()).toBe(0);
  await isWell(guest.page);
  await Promise.all([nils.context.close(), pekka.context.close(), guest.context.close()]);
});
