/** Video in a chat (CHA-07): people at browsers that are processes of their own, each with a camera. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { CallService } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/call_pb";
import { closeBrowser, visit } from "../support/browser";
import { acceptChat, beginChat, endChat } from "../support/chat-calls";
import { newQueue } from "../support/chat-queues";
import {
  button,
  dialog,
  field,
  inLine,
  isWell,
  joinAsVisitor,
  reads,
  residentChat,
  said,
  thread,
  told,
  wayIn,
} from "../support/chats";
import { connections, decoded, picturesCome, picturesStop, ways } from "../support/connections";
import { nurse, resident } from "../support/people";
import { call } from "../support/rpc";
import { practitionerUrl, residentUrl } from "../support/stack";
import {
  admit,
  answer,
  awaited,
  callOf,
  callPart,
  closeCall,
  endCall,
  enterCall,
  inCall,
  inLobby,
  invite,
  listenToCall,
  previews,
  toggle,
} from "../support/video";

afterAll(closeBrowser);

/** Eino at a phone and Liisa at a desk, in a chat, each with a camera. */
async function inChat(words: string) {
  const { chatQueueId } = await newQueue(words);
  const eino = await resident("Eino", { width: 390, height: 844, camera: "allowed" });
  const liisa = await nurse("Liisa", { width: 1600, camera: "allowed" });
  const chatId = await beginChat(eino.context.request, liisa.context.request, chatQueueId);
  await eino.page.goto(`${residentUrl}/fi/chat/${chatId}`);
  await liisa.page.goto(`${practitionerUrl}/fi/chat/${chatId}`);
  for (const { page } of [eino, liisa]) await field(page).waitFor();
  return { eino, liisa, chatId };
}

/** Where the call ends, and what is written begins, in pixels from the left. */
async function sides(page: Page): Promise<readonly [callEnd: number, threadBegin: number]> {
  const seen = await callPart(page, "Videopuhelu").boundingBox();
  const written = await thread(page).boundingBox();
  if (!seen || !written) throw new Error("the call and what is written are not both there");
  return [seen.x + seen.width, written.x];
}

it("CHA-07 a nurse invites to a video call, is declined, takes the next invitation back; then the resident comes, waits in the lobby where nothing reaches them, is let in, and both see each other by the servers alone until one ends it", {
  timeout: 300_000,
}, async () => {
  const { eino, liisa, chatId } = await inChat("Videon jono");

  await invite(liisa.page);
  await awaited(liisa.page);
  await isWell(liisa.page);
  await dialog(eino.page).getByText("Liisa Virtanen kutsuu sinut videopuheluun.").waitFor();
  await isWell(eino.page);
  await answer(eino.page, "Hylkää");
  await told(liisa.page, "Asiakas ei ottanut videopuhelua vastaan.");
  await reads(eino.page, "Et ottanut videopuhelukutsua vastaan.");
  await isWell(liisa.page);

  await invite(liisa.page);
  await dialog(eino.page).waitFor();
  await button(liisa.page, "Peru kutsu").click();
  await dialog(eino.page).waitFor({ state: "detached" });
  await told(eino.page, "Ammattilainen perui videopuhelukutsun.");
  await told(liisa.page, "Videopuhelukutsu peruttiin.");

  const traffic = listenToCall(eino.page);
  await invite(liisa.page);
  await answer(eino.page, "Hyväksy");
  await callPart(eino.page, "Valmistaudu videopuheluun").waitFor();
  await previews(eino.page);
  await isWell(eino.page);
  await enterCall(eino.page);
  await inLobby(eino.page);
  await told(eino.page, "Ammattilainen päästää sinut puheluun.");
  await isWell(eino.page);
  // She has seen that he came, prepares herself, and is in it at once.
  await told(liisa.page, "Asiakas otti videopuhelun vastaan.");
  await isWell(liisa.page);
  await enterCall(liisa.page);
  await liisa.page.getByText("Yksi odottaa pääsyä puheluun").first().waitFor();
  await isWell(liisa.page);

  // As long as he is not let in, he learns nothing of her, not even that she is there, and makes no connection.
  const kept = () => traffic.asked.filter((name) => name === "KeepCall").length;
  const before = kept();
  await expect.poll(kept).toBeGreaterThan(before);
  expect(traffic.answered.filter((body) => /Virtanen|Liisa/.test(body))).toEqual([]);
  for (const name of ["GetCallAccess", "SendCallSignals"]) expect(traffic.asked).not.toContain(name);
  expect(await connections(eino.page)).toBe(0);
  expect(await eino.page.getByRole("figure").count()).toBe(0);
  const callId = await callOf(eino.context.request, residentUrl, chatId);
  const { getCallAccess } = CallService.method;
  await expect(call(eino.context.request, residentUrl, getCallAccess, { callId })).rejects.toThrow(
    /with the status \d/,
  );

  await admit(liisa.page);
  for (const { page } of [eino, liisa]) await inCall(page);
  for (const { page } of [eino, liisa]) await picturesCome(page);
  for (const { page } of [eino, liisa]) expect(await ways(page)).toEqual(["relay"]);
  // Neither learns where the other one is.
  const described = traffic.sent.filter((body) => body.includes("candidate:"));
  expect(described.some((body) => body.includes("typ relay"))).toBe(true);
  expect(described.filter((body) => /typ (host|srflx|prflx)/.test(body))).toEqual([]);
  await isWell(eino.page);
  await isWell(liisa.page);

  // At her desk the call stands beside what is written; where there is no room, above it.
  const [callEnd, threadBegin] = await sides(liisa.page);
  expect(callEnd).toBeLessThanOrEqual(threadBegin);
  await liisa.page.setViewportSize({ width: 390, height: 844 });
  await inCall(liisa.page);
  await isWell(liisa.page);
  await liisa.page.setViewportSize({ width: 1600, height: 900 });
  await field(liisa.page).fill("Näytä ihottumaa kameralle.");
  await field(liisa.page).press("Enter");
  await said(eino.page, "Näytä ihottumaa kameralle.");

  await toggle(eino.page, "Kamera");
  await callPart(liisa.page, "Videopuhelu").getByText("Kamera on pois päältä").waitFor();
  await picturesStop(liisa.page);
  await picturesCome(eino.page);
  await isWell(liisa.page);
  await toggle(eino.page, "Kamera");
  await picturesCome(liisa.page);

  await endCall(liisa.page);
  await closeCall(liisa.page, "Päätit puhelun.");
  await closeCall(eino.page, "Ammattilainen päätti puhelun.");
  for (const { page } of [eino, liisa]) {
    await reads(page, /^Videopuhelu päättyi\. Kesto/);
    await isWell(page);
  }
  // Another one could follow, and the chat goes on.
  await button(liisa.page, "Kutsu videopuheluun").waitFor();
  await endChat(liisa.context.request, practitionerUrl, chatId);
  await Promise.all([eino.context.close(), liisa.context.close()]);
});

it("CHA-07 a visitor who reads another page is told of the invitation, answers it in the chat, is told that the browser may not use the camera, and comes without one", {
  tags: ["long"],
}, async () => {
  const { name: queue } = await newQueue("Kävijän video", "everybody");
  const visitor = await visit({ width: 390, height: 844, camera: "refused" });
  await visitor.page.goto(residentChat);
  await wayIn(visitor.page, queue).click();
  await joinAsVisitor(visitor.page);
  await inLine(visitor.page, queue);
  const chatId = new URL(visitor.page.url()).pathname.split("/").at(-1) ?? "";
  const liisa = await nurse("Liisa", { camera: "allowed" });
  await acceptChat(liisa.context.request, chatId);
  await liisa.page.goto(`${practitionerUrl}/fi/chat/${chatId}`);
  await field(visitor.page).waitFor();

  await visitor.page.goto(`${residentUrl}/fi/cookies`);
  const dock = visitor.page.getByRole("region", { name: "Oma chat" }).getByRole("listitem").filter({ hasText: queue });
  await dock.getByRole("paragraph").filter({ hasText: "Keskustelu on käynnissä" }).waitFor();
  await invite(liisa.page);
  await dock.getByRole("paragraph").filter({ hasText: "Kutsu videopuheluun" }).waitFor();
  await isWell(visitor.page);
  await dock.getByRole("link", { name: "Vastaa kutsuun" }).click();
  await answer(visitor.page, "Hyväksy");
  await reads(visitor.page, /^Selain ei saa käyttää kameraa/);
  await reads(visitor.page, /^Selain ei saa käyttää mikrofonia/);
  await isWell(visitor.page);
  await button(visitor.page, "Liity vain kuuntelemaan").click();
  await inLobby(visitor.page);

  await enterCall(liisa.page);
  await admit(liisa.page);
  await inCall(visitor.page);
  await picturesCome(visitor.page);
  expect(await decoded(liisa.page)).toBe(0);
  await isWell(visitor.page);
  // Whoever was invited may end it as well.
  await endCall(visitor.page);
  await closeCall(visitor.page, "Päätit puhelun.");
  await closeCall(liisa.page, "Asiakas päätti puhelun.");
  await endChat(liisa.context.request, practitionerUrl, chatId);
  await Promise.all([visitor.context.close(), liisa.context.close()]);
});

/** An invitation holds for a minute, and what passes until the server looks. */
const lapsedMs = 120_000;

it("CHA-07 an invitation that nobody answers lapses, and both are told", { tags: ["long"] }, async () => {
  const { eino, liisa, chatId } = await inChat("Vastaamatta jäävä video");
  await invite(liisa.page);
  await dialog(eino.page).waitFor();
  await dialog(eino.page).waitFor({ state: "detached", timeout: lapsedMs });
  await told(eino.page, "Et vastannut videopuhelukutsuun ajoissa.");
  await told(liisa.page, "Asiakas ei vastannut videopuhelukutsuun.");
  await button(liisa.page, "Kutsu videopuheluun").waitFor();
  await endChat(liisa.context.request, practitionerUrl, chatId);
  await Promise.all([eino.context.close(), liisa.context.close()]);
});
