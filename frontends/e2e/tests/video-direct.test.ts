// @module-tag long: starts a platform of its own
/** Video from one browser to the other with no server in between (KAJO_CALL_DIRECT), and coming back to it after a reload (CHA-07). */
import { afterAll, beforeAll, expect, it } from "vitest";
import { OfferedChatQueueService } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/offered_pb";
import { closeBrowser, visit } from "../support/browser";
import { beginChat } from "../support/chat-calls";
import { button, field, isWell, reads } from "../support/chats";
import { picturesCome, ways } from "../support/connections";
import { identify } from "../support/foreign-issuers";
import { professionalId, startWork } from "../support/people";
import { call, named } from "../support/rpc";
import { type SecondPlatform, secondPlatform } from "../support/second-platform";
import { closeCall, endCall, enterCall, inCall, meet } from "../support/video";

const ainoSub = "0198c0de-0000-7000-8000-00000000ca11";
let liisaSub: string;
let platform: SecondPlatform;

beforeAll(async () => {
  const aino = { sub: ainoSub, given_name: "Aino", family_name: "Lehtonen", ssn: "290288-922S" };
  liisaSub = await professionalId("Liisa");
  const liisa = { sub: liisaSub, given_name: "Liisa", family_name: "Korhonen" };
  platform = await secondPlatform({ resident: [aino], practitioner: [liisa] }, { KAJO_CALL_DIRECT: "1" });
}, 120_000);

afterAll(async () => {
  await platform?.stop();
  await closeBrowser();
});

/** A queue of the demo that is open day and night. */
const openQueue = "Nuorten chat";

async function resident() {
  const own = await visit({ width: 390, height: 844, camera: "allowed" });
  await own.page.goto(`${platform.residentUrl}/fi`);
  await own.page.getByRole("button", { name: "Tunnistaudu" }).click();
  await identify(own.page, ainoSub);
  await own.page.getByRole("heading", { name: "Hei, Aino!" }).waitFor();
  return own;
}

async function nurse() {
  const own = await visit({ camera: "allowed" });
  await own.page.goto(`${platform.practitionerUrl}/fi`);
  await own.page.getByRole("button", { name: /organisaation tunnuksella/ }).click();
  await identify(own.page, liisaSub);
  await startWork(own.page);
  return own;
}

it("CHA-07 two browsers meet without a server in between, and who loads the page anew comes back to the call", {
  timeout: 300_000,
}, async () => {
  const [aino, liisa] = [await resident(), await nurse()];
  const { request } = aino.context;
  const { listOfferedChatQueues } = OfferedChatQueueService.method;
  const { chatQueues } = await call(request, platform.residentUrl, listOfferedChatQueues, {});
  const { chatQueueId } = named(chatQueues, ({ name }) => name?.texts.fi, openQueue);
  const chatId = await beginChat(request, liisa.context.request, chatQueueId, platform);
  await aino.page.goto(`${platform.residentUrl}/fi/chat/${chatId}`);
  await liisa.page.goto(`${platform.practitionerUrl}/fi/chat/${chatId}`);
  for (const { page } of [aino, liisa]) await field(page).waitFor();

  await meet(aino.page, liisa.page);
  for (const { page } of [aino, liisa]) {
    const found = await ways(page);
    expect(found.length).toBeGreaterThan(0);
    expect(found).not.toContain("relay");
  }

  // She was admitted once: nobody has to let her in again.
  await aino.page.reload();
  await reads(aino.page, "Videopuhelu on käynnissä");
  await isWell(aino.page);
  await button(aino.page, "Palaa puheluun").click();
  await enterCall(aino.page);
  await inCall(aino.page);
  for (const { page } of [aino, liisa]) await picturesCome(page);

  await liisa.page.reload();
  await reads(liisa.page, "Videopuhelu on käynnissä.");
  await isWell(liisa.page);
  await button(liisa.page, "Palaa puheluun").click();
  await enterCall(liisa.page);
  for (const { page } of [aino, liisa]) await picturesCome(page);

  await endCall(aino.page);
  await closeCall(aino.page, "Päätit puhelun.");
  await closeCall(liisa.page, "Asiakas päätti puhelun.");
  for (const { page } of [aino, liisa]) await reads(page, /^Videopuhelu päättyi\. Kesto/);
  await Promise.all([aino.context.close(), liisa.context.close()]);
});
