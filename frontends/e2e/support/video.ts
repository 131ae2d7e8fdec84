/** Video calls as their tests go through them: from the invitation into the call, and what of it goes through a browser. */
import type { APIRequestContext, Page, Response } from "playwright-core";
import { expect } from "vitest";
import { ChatService } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/chat_pb";
import { button, confirm, dialog } from "./chats";
import { picturesCome } from "./connections";
import { call } from "./rpc";

export const invite = (professional: Page): Promise<void> => button(professional, "Kutsu videopuheluun").click();

export const awaited = (professional: Page): Promise<void> =>
  professional.getByRole("timer").filter({ hasText: "Odotetaan vastausta videopuhelukutsuun" }).waitFor();

/** In the dialog that asks. */
export const answer = (resident: Page, words: "Hyväksy" | "Hylkää"): Promise<void> =>
  dialog(resident).getByRole("button", { name: words, exact: true }).click();

/** What the call shows at this moment, by its heading. */
export const callPart = (page: Page, heading: string) => page.getByRole("region", { name: heading, exact: true });

const preview = (page: Page) => page.getByLabel("Oma kuvasi");

/** They see themselves, as far as they have a camera. */
export async function previews(page: Page): Promise<void> {
  const width = () => preview(page).evaluate((video) => (video as HTMLVideoElement).videoWidth);
  await expect.poll(width).toBeGreaterThan(0);
}

/** Comes with camera and microphone. */
export async function enterCall(page: Page): Promise<void> {
  await callPart(page, "Valmistaudu videopuheluun").waitFor();
  await previews(page);
  await button(page, "Liity puheluun").click();
}

export const inLobby = (resident: Page): Promise<void> => callPart(resident, "Odota hetki").waitFor();
export const inCall = (page: Page): Promise<void> => callPart(page, "Videopuhelu").waitFor();

export async function admit(professional: Page): Promise<void> {
  await professional.getByText("Yksi odottaa pääsyä puheluun").first().waitFor();
  await button(professional, "Päästä puheluun").click();
}

/** From the invitation until both see each other. */
export async function meet(resident: Page, professional: Page): Promise<void> {
  await invite(professional);
  await answer(resident, "Hyväksy");
  await enterCall(resident);
  await inLobby(resident);
  await enterCall(professional);
  await admit(professional);
  for (const page of [resident, professional]) await inCall(page);
  for (const page of [resident, professional]) await picturesCome(page);
}

/** Switches the own camera, or the microphone. */
export const toggle = (page: Page, device: "Kamera" | "Mikrofoni"): Promise<void> => button(page, device).click();

export const endCall = (page: Page): Promise<void> => confirm(page, "Päätä puhelu");

/** Reads how it ended, and closes it. */
export async function closeCall(page: Page, words: string): Promise<void> {
  const over = callPart(page, "Puhelu päättyi");
  await over.getByText(words).waitFor();
  await over.getByRole("button", { name: "Sulje", exact: true }).click();
}

/** The call of a chat, by its id. */
export async function callOf(http: APIRequestContext, app: string, chatId: string): Promise<string> {
  const { chat } = await call(http, app, ChatService.method.getChat, { chatId });
  return chat?.call?.callId ?? "";
}

/** What a page asks of the service of calls, and is answered. */
interface CallTraffic {
  /** By the names of the calls. */
  readonly asked: string[];
  readonly sent: string[];
  readonly answered: string[];
}

const ofCalls = /\.CallService\/(\w+)$/;

/** Keeps it from now on. */
export function listenToCall(page: Page): CallTraffic {
  const traffic: CallTraffic = { asked: [], sent: [], answered: [] };
  page.on("request", (request) => {
    const name = ofCalls.exec(request.url())?.[1];
    if (name === undefined) return;
    traffic.asked.push(name);
    traffic.sent.push(request.postDataBuffer()?.toString("latin1") ?? "");
  });
  const keep = async (response: Response) => {
    if (!ofCalls.test(response.url())) return;
    // A page that is closed meanwhile takes its answers along.
    const body = await response.body().catch(() => Buffer.alloc(0));
    traffic.answered.push(body.toString("utf8"));
  };
  page.on("response", (response) => void keep(response));
  return traffic;
}
