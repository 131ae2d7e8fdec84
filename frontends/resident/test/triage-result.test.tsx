/** What an assessment of symptoms comes to, and the way from the list of queues over it into the line. */
import { expect, it, vi } from "vitest";
import type { SeenCall } from "../../shared/test/fake-transport";
import { byRole, focused } from "../../shared/test/screen";
import {
  alerts,
  answerAll,
  assessment,
  callsOf,
  chatId,
  chatQueueId,
  consent,
  heading,
  hrefs,
  later,
  main,
  minuteMs,
  normal,
  notable,
  numbers,
  openNow,
  page,
  press,
  send,
  serious,
  service,
  shutNow,
  texts,
} from "./assessing";
import { open, until } from "./open";

it("CHA-09 joins the queue with what was assessed", async () => {
  const { calls, router } = await open(`${page}?step=result`, service({ completed: assessment(normal) }).answer);
  await heading("Oirearvion tulos");
  expect(main()).toContain("oireesi eivät vaikuta kiireellisiltä");
  expect(main()).toContain("Voit liittyä tällä oirearviolla klo");
  await press("button", "Liity chattiin");
  await until(() => expect(router.state.location.pathname).toBe(`/chat/${chatId}`));
  expect(callsOf(calls, "JoinChatQueue").map(({ request }) => request)).toMatchObject([{ chatQueueId }]);
});

it("CHA-09 has whoever should call first do so, and shuts nobody out", async () => {
  const { calls, router } = await open(`${page}?step=result`, service({ completed: assessment(serious) }).answer);
  await until(() => expect(alerts()).toContain("tilanteesi voi olla vakava. Soita ensin"));
  expect(byRole("link", "Soita 112").getAttribute("href")).toBe("tel:112");
  expect(numbers()).toEqual(["tel:112", "tel:116117"]);
  expect(main()).toContain("Kiireellinen");
  await press("button", "Liity chattiin");
  await until(() => expect(focused().textContent).toContain("Soita ensin 112 tai 116 117."));
  expect(callsOf(calls, "JoinChatQueue")).toEqual([]);
  await press("button", "Liity silti chattiin");
  await until(() => expect(router.state.location.pathname).toBe(`/chat/${chatId}`));
});

it.each([
  [notable, "sinun on hyvä hakeutua hoitoon pian", "Pian hoitoon"],
  [0, "Vastauksistasi ei tullut arviota.", "Liity chattiin"],
])("CHA-09 says what a level means: %s", async (level, advice, more) => {
  await open(`${page}?step=result`, service({ completed: assessment(level) }).answer);
  await heading("Oirearvion tulos");
  expect(main()).toContain(advice);
  expect(main()).toContain(more);
  expect(alerts()).toBe("");
});

it("OPS-09 CHA-09 shows what it has come to where the level is unknown", async () => {
  await open(`${page}?step=result`, service({ completed: assessment(later) }).answer);
  await heading("Oirearvion tulos");
  expect(main()).toContain("Näin vastauksesi kertovat.");
  byRole("button", "Liity chattiin");
});

it("CHA-09 lets nobody join with what is over, and leads to another assessment", async () => {
  await open(`${page}?step=result`, service({ completed: assessment(normal, { validFor: -minuteMs }) }).answer);
  await until(() => expect(main()).toContain("Oirearviosta on kulunut yli tunti"));
  expect(main()).not.toContain("Liity chattiin");
  await press("link", "Aloita uusi oirearvio");
  await until(() => byRole("button", "Aloita oirearvio"));
});

it("CHA-09 tells that the queue is shut, and where to go instead", async () => {
  await open(`${page}?step=result`, service({ completed: assessment(normal), standing: shutNow }).answer);
  await until(() => expect(main()).toContain("Suljettu"));
  expect(main()).toContain("Jonoon ei voi nyt liittyä.");
  expect(hrefs()).toEqual(expect.arrayContaining(["/fi/chat", "/fi/inbox/new"]));
  expect(main()).not.toContain("Liity chattiin");
});

it("CHA-09 tells that the queue has shut before they joined", async () => {
  await open(`${page}?step=result`, service({ completed: assessment(normal), notJoined: "chat_queue_closed" }).answer);
  await press("button", "Liity chattiin");
  await until(() => expect(alerts()).toContain("Jono ei ole enää auki."));
  await until(() => expect(main()).toContain("Jonoon ei voi nyt liittyä."));
  expect(focused()).toBe(byRole("heading", "Chattiin liittyminen"));
});

it("CHA-09 leads from a result that is refused as too old to another assessment", async () => {
  await open(`${page}?step=result`, service({ completed: assessment(normal), notJoined: "assessment_expired" }).answer);
  await press("button", "Liity chattiin");
  await until(() => expect(alerts()).toContain("Oirearviosta on kulunut yli tunti. Tee uusi oirearvio."));
  await press("link", "Siirry oirearvioon");
  await until(() => byRole("checkbox", consent));
});

it("CHA-09 leads whoever has a result to it", async () => {
  const { router } = await open(page, service({ completed: assessment(notable) }).answer);
  await press("link", "Näytä tulos");
  await heading("Oirearvion tulos");
  expect(router.state.location.search).toEqual({ step: "result" });
});

const offered = {
  chatQueueId,
  name: texts("Päivystyksen chat"),
  standing: openNow,
  assessmentRequired: true,
};

const place = { ticket: 40n, ahead: 3, lineSeq: 7n };

/** The list of queues, before the answers of `answer`. */
const listing =
  (answer: (call: SeenCall) => unknown, queue: object = offered, own: readonly object[] = []) =>
  (call: SeenCall): unknown => {
    if (call.method === "ListOfferedChatQueues") return call.reply({ chatQueues: [queue] });
    if (call.method === "ListMyChats") return call.reply({ chats: own });
    if (call.method === "KeepChatPlace") return call.reply({ state: 1, place });
    return answer(call);
  };

it("CHA-09 leads from the list of queues to the assessment, and joins nothing before", async () => {
  const { calls, router } = await open("/chat", listing(service().answer));
  await until(() => expect(main()).toContain("Ennen liittymistä vastaat kysymyksiin oireistasi."));
  expect(main()).not.toContain("Liity jonoon");
  await press("link", "Tee oirearvio ja liity");
  await heading("Päivystyksen oirearvio");
  expect(router.state.location.pathname).toBe(page);
  expect(callsOf(calls, "JoinChatQueue")).toEqual([]);
});

it("CHA-09 leads to no assessment of a queue that is shut, nor of one in which they wait", async () => {
  await open("/chat", listing(service().answer, { ...offered, standing: shutNow }));
  await until(() => expect(main()).toContain("Suljettu"));
  expect(main()).not.toContain("Tee oirearvio ja liity");
  const own = [{ chatId, chatQueueId, chatQueueName: texts("Päivystyksen chat"), state: 1, place }];
  await open("/chat", listing(service().answer, offered, own));
  await until(() => expect(main()).toContain("Olet tässä jonossa."));
  expect(main()).not.toContain("Tee oirearvio ja liity");
});

it.each(["assessment_required", "assessment_expired"])(
  "CHA-09 leads to the assessment where a list did not know of it: %s",
  async (notJoined) => {
    const { router } = await open(
      "/chat",
      listing(service({ notJoined }).answer, { ...offered, assessmentRequired: false }),
    );
    await press("button", "Liity jonoon");
    await until(() => expect(alerts()).toContain("Jonoon ei voitu liittyä."));
    await press("link", "Siirry oirearvioon");
    await until(() => expect(router.state.location.pathname).toBe(page));
  },
);

it("CHA-09 tells visitors what it means not to sign in before they assess their symptoms, and lets them join", async () => {
  const browser = { visit: false };
  vi.stubGlobal("fetch", async (path: string) => {
    if (path === "/api/visit") browser.visit = true;
    return new Response(null, { status: 204, headers: browser.visit ? { "x-kajo-visit": "1" } : {} });
  });
  const { calls, router } = await open("/chat", listing(service().answer));
  await press("button", "Tee oirearvio ja liity");
  await until(() => expect(document.querySelector("dialog")).toHaveTextContent("Ammattilainen ei tiedä, kuka olet"));
  await press("button", "Jatka oirearvioon");
  await until(() => expect(router.state.location.pathname).toBe(page));
  await answerAll();
  await send();
  await heading("Oirearvion tulos");
  await press("button", "Liity chattiin");
  await until(() => expect(router.state.location.pathname).toBe(`/chat/${chatId}`));
  expect(callsOf(calls, "JoinChatQueue")).toHaveLength(1);
});
