/** What tells of somebody's own chats on pages that are about something else, and what is told of a professional who is gone. */
import { act } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { CallState } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/chat_call_pb";
import { inBrowser } from "../../shared/src/storage";
import type { SeenCall } from "../../shared/test/fake-transport";
import { actingFor, forgetAllGoingOn } from "../src/features/chat/going-on";
import { noteChats, notedOf, noteRoom } from "../src/features/chat/noted";
import { open, until } from "./open";

const chatId = "0190f5a0-0000-7000-8000-0000000000c1";
const chatQueueId = "0190f5a0-0000-7000-8000-0000000000a1";
const name = { texts: { fi: "Sairaanhoitajan chat" } };
const mark = "kajo.chat.going-on";

const waiting = 1;
const active = 2;

const customer = 1;
const practitioner = 2;

interface Standing {
  readonly state: number;
  readonly ahead?: number;
  readonly lastNumber?: number;
  readonly lastSide?: number;
  readonly chat?: object;
}

/** Answers as the service would, of a chat that stands as `standing` says at that moment. */
function service(standing: () => Standing | undefined) {
  return ({ method, reply }: SeenCall): unknown => {
    const { state = 0, ahead = 0, lastNumber = 0, lastSide = 0, chat } = standing() ?? {};
    const mine = { chatId, chatQueueId, chatQueueName: name, state };
    const place = state === waiting ? { place: { ticket: 40n, ahead, lineSeq: 7n } } : {};
    switch (method) {
      case "ListMyChats":
        return reply({ chats: standing() ? [{ ...mine, ...place, lastNumber, lastSide }] : [] });
      case "GetChat":
        return reply({ chat: { ...mine, messageMaxChars: 2_000, ...chat } });
      case "KeepChatPlace":
        return reply({ state, ...place });
      default:
        return reply({});
    }
  };
}

const dock = () => document.querySelector<HTMLElement>("section[aria-label='Oma chat']");
const line = () => dock()?.textContent ?? "";
const status = () => dock()?.querySelector("[role=status]");
const told = () => status()?.textContent ?? "";
const way = () => dock()?.querySelector("a")?.getAttribute("href");
const asked = (calls: readonly SeenCall[], method: string) => calls.filter((call) => call.method === method).length;
/** Behind which messages chats were asked for. */
const askedBehind = (calls: readonly SeenCall[]) =>
  new Set(
    calls
      .filter(({ method }) => method === "GetChat")
      .map(({ request }) => (request as { readonly afterNumber: number }).afterNumber),
  );
const behindAll = 2 ** 32 - 1;

type Page = Awaited<ReturnType<typeof open>>;

/** As a live update does. */
async function changed({ store }: Page) {
  const { api } = await import("../../shared/src/rpc/api");
  await act(async () => void store.dispatch(api.util.invalidateTags([{ type: "Chat", id: chatId }, "MyChat"])));
}

const go = ({ router }: Page, to: string) => act(async () => void (await router.navigate({ to })));

/** Waits in the line, with so many in front. */
const waits = (ahead: number): Standing => ({ state: waiting, ahead });
/** So much was written, the last of it by the professional. */
const talks = (lastNumber: number): Standing => ({ state: active, lastNumber, lastSide: practitioner });

const noted = () => notedOf(inBrowser.get(mark), chatId);
const isWaitingHere = () => noteChats("self", [{ chatId, state: "CHAT_STATE_WAITING" }]);

beforeEach(() => {
  forgetAllGoingOn();
});

it("CHA-06 shows on other pages where somebody waits, and keeps their place", async () => {
  let standing = waits(4);
  const move = async (ahead: number) => {
    standing = waits(ahead);
    await act(async () => void document.dispatchEvent(new Event("visibilitychange")));
  };
  const page = await open(
    `/chat/${chatId}`,
    service(() => standing),
  );
  await until(() => expect(document.querySelector("main")).toHaveTextContent("Edelläsi on 4 henkilöä"));
  expect(dock()).toBeNull();
  expect(inBrowser.get(mark)).not.toContain(chatId);
  const kept = asked(page.calls, "KeepChatPlace");
  await go(page, "/cookies");
  await until(() => expect(line()).toContain("Edelläsi on 4 henkilöä"));
  expect(line()).toContain("Sairaanhoitajan chat");
  expect(way()).toBe(`/fi/chat/${chatId}`);
  expect(dock()?.querySelector("a")).toHaveTextContent("Palaa jonoon");
  await until(() => expect(asked(page.calls, "KeepChatPlace")).toBeGreaterThan(kept));
  expect(told()).toBe("");

  // The fourth is not told aloud; the last three places are.
  await move(3);
  await until(() => expect(line()).toContain("Edelläsi on 3 henkilöä"));
  expect(told()).toBe("");
  await move(0);
  await until(() => expect(told()).toBe("Sairaanhoitajan chat: Olet seuraava"));
});

it("CHA-06 tells on other pages that somebody was accepted, then of new messages, and goes when the chat is over", async () => {
  isWaitingHere();
  let standing: Standing | undefined = waits(0);
  const page = await open(
    "/cookies",
    service(() => standing),
  );
  await until(() => expect(line()).toContain("Olet seuraava"));
  standing = talks(0);
  await changed(page);
  await until(() => expect(told()).toBe("Sairaanhoitajan chat: Sinut on otettu vastaan"));
  expect(dock()?.querySelector("li")).toHaveAttribute("data-news");
  expect(dock()?.querySelector("a")).toHaveTextContent("Palaa keskusteluun");
  standing = talks(1);
  await changed(page);
  await until(() => expect(told()).toBe("Sairaanhoitajan chat: Sinut on otettu vastaan · Uusi viesti"));
  // Nothing of what was written is fetched.
  await until(() => expect(askedBehind(page.calls)).toEqual(new Set([behindAll])));
  standing = undefined;
  await changed(page);
  await until(() => expect(dock()).toBeNull());
  expect(inBrowser.get(mark)).toBeUndefined();
});

it("CHA-06 tells on other pages that a chat goes on, and of each message of the professional since it was read", async () => {
  noteRoom("self", { chatId, state: "CHAT_STATE_ACTIVE" }, 3);
  let standing = talks(3);
  const page = await open(
    "/cookies",
    service(() => standing),
  );
  await until(() => expect(line()).toContain("Keskustelu on käynnissä"));
  expect(dock()?.querySelector("li")).not.toHaveAttribute("data-news");
  // What they have written themselves, in another browser, is nothing new.
  standing = { state: active, lastNumber: 4, lastSide: customer };
  await changed(page);
  await until(() => expect(asked(page.calls, "ListMyChats")).toBe(2));
  expect(dock()?.querySelector("li")).not.toHaveAttribute("data-news");
  standing = talks(5);
  await changed(page);
  await until(() => expect(told()).toBe("Sairaanhoitajan chat: Uusi viesti"));
  // Each is told once: with the next, the same words are put there anew.
  const first = status()?.firstElementChild;
  standing = talks(6);
  await changed(page);
  await until(() => expect(status()?.firstElementChild).not.toBe(first));
  expect(told()).toBe("Sairaanhoitajan chat: Uusi viesti");

  // In the chat itself it is not there, and what is shown there is read.
  await go(page, `/chat/${chatId}`);
  await until(() => expect(dock()).toBeNull());
  await go(page, `/events/transcript/${chatId}`);
  await until(() => expect(document.querySelector("main")).toHaveTextContent("Keskustelu on vielä kesken."));
  expect(dock()).toBeNull();
});

it("CHA-07 tells on other pages of an invitation to a video call, and leads to where it is answered", async () => {
  noteRoom("self", { chatId, state: "CHAT_STATE_ACTIVE" }, 3);
  let standing = talks(3);
  const page = await open(
    "/cookies",
    service(() => standing),
  );
  await until(() => expect(line()).toContain("Keskustelu on käynnissä"));
  const call = async (state: CallState) => {
    standing = { ...talks(3), chat: { call: { callId: chatQueueId, state } } };
    const { api } = await import("../../shared/src/rpc/api");
    // What changes in a call tells of no chat.
    await act(async () => void page.store.dispatch(api.util.invalidateTags(["Chat"])));
  };
  await call(CallState.INVITED);
  await until(() => expect(told()).toBe("Sairaanhoitajan chat: Kutsu videopuheluun"));
  expect(dock()?.querySelector("li")).toHaveAttribute("data-news");
  expect(dock()?.querySelector("a")).toHaveTextContent("Vastaa kutsuun");
  expect(way()).toBe(`/fi/chat/${chatId}`);
  expect(document.title).toMatch(/^Kutsu videopuheluun · Evästeasetukset \|/);

  await call(CallState.ON);
  await until(() => expect(line()).toContain("Videopuhelu on käynnissä"));
  expect(document.title).toMatch(/^Evästeasetukset \|/);
  await call(CallState.ENDED);
  await until(() => expect(line()).toContain("Keskustelu on käynnissä"));
  expect(askedBehind(page.calls)).toEqual(new Set([behindAll]));

  // The page of the queues tells of it as well.
  await call(CallState.INVITED);
  await go(page, "/chat");
  const own = () => document.querySelector("ul[aria-label='Omat jonopaikkasi ja keskustelusi']");
  await until(() => expect(own()).toHaveTextContent("Kutsu videopuheluun"));
});

it("CHA-06 tells in another window that it is their turn, also when that is found with the page", async () => {
  isWaitingHere();
  let standing = talks(0);
  const page = await open(
    "/cookies",
    service(() => standing),
  );
  await until(() => expect(told()).toBe("Sairaanhoitajan chat: Sinut on otettu vastaan"));
  expect(document.title).toMatch(/^Vuorosi tuli · Evästeasetukset \|/);
  await go(page, "/accessibility");
  await until(() => expect(document.title).toMatch(/^Vuorosi tuli · Saavutettavuusseloste \|/));
  standing = waits(0);
  await changed(page);
  await until(() => expect(document.title).toMatch(/^Saavutettavuusseloste \|/));
});

it("CHA-06 keeps and shows in one chat where somebody waits for another", async () => {
  const other = "0190f5a0-0000-7000-8000-0000000000c2";
  isWaitingHere();
  const { calls } = await open(`/chat/${other}`, (call) => {
    if (call.method !== "GetChat") return service(() => waits(4))(call);
    return call.reply({ chat: { chatId: other, state: active, practitionerName: "Sari Hoitaja" } });
  });
  await until(() => expect(document.querySelector("main")).toHaveTextContent("Kanssasi keskustelee Sari Hoitaja."));
  await until(() => expect(line()).toContain("Edelläsi on 4 henkilöä"));
  expect(way()).toBe(`/fi/chat/${chatId}`);
  await until(() => expect(asked(calls, "KeepChatPlace")).toBeGreaterThan(0));
});

it("CHA-06 leaves to the page of the queues to show and keep what waits", async () => {
  isWaitingHere();
  const { calls } = await open(
    "/chat",
    service(() => waits(4)),
  );
  await until(() => expect(document.querySelector("main")).toHaveTextContent("Edelläsi on 4 henkilöä"));
  await until(() => expect(asked(calls, "KeepChatPlace")).toBeGreaterThan(0));
  expect(dock()).toBeNull();
});

it("CHA-06 keeps what is one's own apart from what is another's for whom one acts", async () => {
  isWaitingHere();
  const own = inBrowser.get(mark);
  const child = { chatId: "0190f5a0-0000-7000-8000-0000000000c3" };
  const [aino, oiva] = ["0190f5a0-0000-7000-8000-00000000a1a0", "0190f5a0-0000-7000-8000-000000000f1a"];
  const [ofAino, ofOiva] = [actingFor(aino), actingFor(oiva)];
  const markOf = (whose: string) => inBrowser.get(`${mark}.${whose}`);
  noteChats(ofAino, [{ ...child, state: "CHAT_STATE_ACTIVE", lastNumber: 2 }]);
  expect(inBrowser.get(mark)).toBe(own);
  noteRoom(ofAino, { ...child, state: "CHAT_STATE_ENDED" }, 2);
  expect(markOf(ofAino)).toBeUndefined();
  expect(inBrowser.get(mark)).toBe(own);
  noteChats(ofAino, [{ ...child, state: "CHAT_STATE_WAITING" }]);
  noteChats("self", []);
  expect(markOf(ofAino)).toBeDefined();

  // Nor is one of them taken for the other, and nothing tells who they are.
  noteChats(ofOiva, [{ ...child, state: "CHAT_STATE_ACTIVE" }]);
  const kept = inBrowser.names(mark).map((name) => `${name} ${inBrowser.get(name)}`);
  expect(kept).toHaveLength(2);
  for (const personId of [aino, oiva]) expect(kept.join()).not.toContain(personId);

  // In the name of the child, the child's are asked for and noted.
  const user = { name: { text: "Aino Saarinen" }, personId: aino };
  const session = { user, impersonator: { text: "Eino Saarinen" } };
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(session)));
  isWaitingHere();
  const { calls } = await open(
    "/cookies",
    service(() => undefined),
  );
  await until(() => expect(asked(calls, "ListMyChats")).toBe(1));
  await until(() => expect(markOf(ofAino)).toBeUndefined());
  expect(inBrowser.get(mark)).toBe(own);
  expect(markOf(ofOiva)).toBeDefined();
  forgetAllGoingOn();
  expect(inBrowser.names(mark)).toEqual([]);
});

it("CHA-06 asks for no chats where none is known to go on", async () => {
  const page = await open(
    "/cookies",
    service(() => waits(1)),
  );
  await until(() => expect(document.querySelector("h1")).toHaveTextContent("Evästeasetukset"));
  await go(page, "/accessibility");
  await until(() => expect(document.querySelector("h1")).toHaveTextContent("Saavutettavuusseloste"));
  expect(asked(page.calls, "ListMyChats")).toBe(0);
  isWaitingHere();
  await go(page, "/cookies");
  await until(() => expect(line()).toContain("Edelläsi on 1 henkilö"));
  expect(asked(page.calls, "ListMyChats")).toBe(1);
});

it("CHA-06 forgets that somebody chatted here when none of theirs goes on", async () => {
  isWaitingHere();
  const { calls } = await open(
    "/cookies",
    service(() => undefined),
  );
  await until(() => expect(asked(calls, "ListMyChats")).toBe(1));
  await until(() => expect(inBrowser.get(mark)).toBeUndefined());
  expect(dock()).toBeNull();
});

it("CHA-04 notes a chat as read when it is before their eyes, and begins anew with each acceptance", () => {
  const chat = { chatId, lastNumber: 2 };
  noteChats("self", [{ ...chat, state: "CHAT_STATE_WAITING" }]);
  expect(noted()).toEqual({ read: 2, isIn: false });
  noteChats("self", [{ ...chat, lastNumber: 4, state: "CHAT_STATE_ACTIVE" }]);
  expect(noted()).toEqual({ read: 2, isIn: false });
  noteRoom("self", { chatId, state: "CHAT_STATE_ACTIVE" }, 4);
  expect(noted()).toEqual({ read: 4, isIn: true });
  noteRoom("self", { chatId, state: "CHAT_STATE_ENDED" }, 4);
  expect(inBrowser.get(mark)).toBeUndefined();
  // Accepted in another browser: what has been read there is not known here.
  noteChats("self", [{ ...chat, state: "CHAT_STATE_ACTIVE" }]);
  expect(noted()).toEqual({ read: 2, isIn: true });
  inBrowser.set(mark, "{");
  expect(noted()).toBeUndefined();
});

it("CHA-06 tells calmly that nothing was heard of the professional, and who goes on in their place", async () => {
  const main = () => document.querySelector("main")?.textContent ?? "";
  const said = () =>
    [...document.querySelectorAll("main [role=status]")].map(({ textContent }) => textContent).join(" ");
  const away = "Ammattilaisesta ei ole kuulunut hetkeen.";
  let chat: object = { practitionerName: "Sari Hoitaja" };
  const page = await open(
    `/chat/${chatId}`,
    service(() => ({ state: active, chat })),
  );
  await until(() => expect(main()).toContain("Kanssasi keskustelee Sari Hoitaja."));
  expect(main()).not.toContain(away);
  chat = { practitionerName: "Sari Hoitaja", unattended: true };
  await changed(page);
  await until(() => expect(said()).toContain(away));
  expect(main()).toContain("kollega voi ottaa keskustelun hoitaakseen, eikä mitään katoa.");
  chat = { practitionerName: "Pekka Rantala" };
  await changed(page);
  await until(() => expect(said()).toContain("Pekka Rantala jatkaa keskustelua kanssasi."));
  expect(main()).toContain("Kanssasi keskustelee Pekka Rantala.");
  expect(main()).not.toContain(away);
});

/** The last: the page is on its way out after it. */
it("CHA-06 forgets in this browser what goes on when the person signs out", async () => {
  const user = { name: { text: "Eino Saarinen" }, personId: chatId };
  const answers = async (url: string | URL) =>
    new Response(JSON.stringify(String(url).includes("sign-out") ? { url: "#out" } : { user }));
  vi.stubGlobal("fetch", answers);
  isWaitingHere();
  await open(
    "/cookies",
    service(() => waits(4)),
  );
  await until(() => expect(line()).toContain("Edelläsi on 4 henkilöä"));
  const button = (words: string) =>
    [...document.querySelectorAll<HTMLElement>("header button")].find(({ ariaLabel, textContent }) =>
      `${ariaLabel ?? ""} ${textContent}`.includes(words),
    );
  if (!button("Kirjaudu ulos")) await act(async () => button("Eino Saarinen")?.click());
  await until(() => expect(button("Kirjaudu ulos")).toBeDefined());
  await act(async () => button("Kirjaudu ulos")?.click());
  await until(() => expect(inBrowser.get(mark)).toBeUndefined());
});
