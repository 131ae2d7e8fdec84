/** What is to come and what happened, as residents find it; with the services it is shown in the browser (e2e/tests/events.test.ts). */
import { act } from "react";
import { expect, it, vi } from "vitest";
import { CallError, Code } from "../../shared/src/rpc/transport";
import type { SeenCall } from "../../shared/test/fake-transport";
import { refused } from "../../shared/test/refused";
import { allByRole, byRole, focused } from "../../shared/test/screen";
import { arrive, id, open, until } from "./open";

const texts = (fi: string) => ({ texts: { fi } });
const at = (iso: string) => ({ seconds: BigInt(Date.parse(iso) / 1_000), nanos: 0 });

const kind = { message: 1, form: 4 };
const handling = 2;

const conversation = (conversationId: string, iso: string, more: object = {}) => ({
  conversationId,
  topic: "Kurkku on kipeä",
  kind: kind.message,
  state: handling,
  categoryName: texts("Terveysasema"),
  subcategoryName: texts("Hoitajat"),
  lastActivityAt: at(iso),
  ...more,
});
const form = (conversationId: string, iso: string) =>
  conversation(conversationId, iso, { topic: "", kind: kind.form, subcategoryName: texts("Omaishoidon tuki") });
const appointment = (appointmentId: string, iso: string, more: object = {}) => ({
  appointmentId,
  state: 1,
  type: 1,
  service: { names: texts("Rokotus") },
  span: { startsAt: at(iso), minutes: 30 },
  ...more,
});
const survey = (surveyActivationId: string, more: object = {}) => ({
  surveyActivationId,
  title: { fi: "Kipukysely" },
  state: 2,
  fromDate: "2026-11-01",
  answerByDate: "2026-12-01",
  daysLeft: 3,
  activatedByName: "Aino Lahti",
  ...more,
});
const task = (customerTaskId: string, more: object = {}) => ({
  customerTaskId,
  state: 1,
  title: "Mittaa verenpaine",
  queueName: texts("Hoitajan tehtävät"),
  ...more,
});
const chat = (chatId: string, more: object) => ({ chatId, chatQueueName: texts("Hoitajan chat"), ...more });

interface Lists {
  readonly coming?: readonly object[];
  readonly past?: readonly object[];
  readonly toAnswer?: readonly object[];
  readonly answered?: readonly object[];
  readonly expired?: readonly object[];
  readonly tasks?: readonly object[];
  readonly finished?: readonly object[];
  readonly chats?: readonly object[];
  readonly ended?: readonly object[];
  /** Page by page: the token is the number of the page. */
  readonly conversations?: readonly (readonly object[])[];
}

interface Asked {
  readonly past?: boolean;
  readonly finished?: boolean;
  readonly list?: number;
  readonly page?: { readonly token: string };
}

/** Answers as the services would. */
function services(lists: Lists) {
  return ({ method, request, reply }: SeenCall): unknown => {
    const { past, finished, list, page } = (request ?? {}) as Asked;
    switch (method) {
      case "ListMyAppointments":
        return reply({ appointments: (past ? lists.past : lists.coming) ?? [] });
      case "ListMySurveys":
        return reply({ surveys: [lists.toAnswer, lists.answered, lists.expired][(list ?? 1) - 1] ?? [] });
      case "ListMyCustomerTasks":
        return reply({ tasks: (finished ? lists.finished : lists.tasks) ?? [] });
      case "ListMyChats":
        return reply({ chats: lists.chats ?? [] });
      case "ListMyEndedChats":
        return reply({ chats: lists.ended ?? [] });
      case "ListMyConversations": {
        const pages = lists.conversations ?? [];
        const number = Number(page?.token || 0);
        const nextPageToken = number + 1 < pages.length ? String(number + 1) : "";
        return reply({ conversations: pages[number] ?? [], nextPageToken });
      }
      default:
        return reply({});
    }
  };
}

/** One of every kind, upcoming and over. */
const everything: Lists = {
  coming: [appointment("c1", "2026-12-03T08:00:00Z")],
  toAnswer: [survey("s1")],
  tasks: [task("t1")],
  chats: [chat("h1", { state: 2, joinedAt: at("2026-11-28T09:00:00Z"), practitionerName: "Sari Hoitaja" })],
  conversations: [[conversation("m1", "2026-11-28T10:00:00Z", { unread: 1 }), form("f1", "2026-10-05T10:00:00Z")]],
  ended: [chat("h2", { endedAt: at("2026-11-27T10:00:00Z"), practitionerName: "Sari Hoitaja" })],
  past: [appointment("c2", "2026-11-26T07:15:00Z", { state: 2 })],
  answered: [survey("s2", { state: 3, answeredAt: at("2026-11-25T10:00:00Z") })],
  expired: [survey("s3", { state: 4, answerByDate: "2026-11-24", title: { fi: "Unikysely" } })],
  finished: [task("t2", { state: 3, finishedAt: at("2026-10-31T23:00:00Z") })],
};

const upcoming = () => byRole("region", "Tulevat tapahtumat");
const history = () => byRole("region", "Tapahtumahistoria");
const links = (part: HTMLElement) => [...part.querySelectorAll<HTMLElement>("li a")];
const rows = (part: HTMLElement) => links(part).map(({ textContent }) => textContent ?? "");
const ways = (part: HTMLElement) => links(part).map((link) => link.getAttribute("href"));
const alerts = () => [...document.querySelectorAll("main [role=alert]")].map(({ textContent }) => textContent ?? "");
const main = () => document.querySelector("main")?.textContent ?? "";
const asked = (calls: readonly SeenCall[], method: string) => calls.filter((call) => call.method === method).length;
const press = async (name: string) => {
  await until(() => byRole("button", name));
  await act(async () => byRole("button", name).click());
};

it("EVT-01 lists everything that happened by time, under its months, each with what it is and where it stands", async () => {
  await open("/events", services(everything));
  await until(() => expect(rows(history())).toHaveLength(7));
  const shown = [
    ["Kurkku on kipeä", "1 uusi viesti", "Käsittelyssä", "Viesti · ", "28.11.2026 klo 12:00"],
    ["Hoitajan chat", "Päättynyt", "Chat · Sari Hoitaja", "27.11.2026 klo 12:00"],
    ["Rokotus", "Peruttu", "Ajanvaraus", "26.11.2026"],
    ["Kipukysely", "Vastattu", "Kysely · Aino Lahti", "25.11.2026 klo 12:00"],
    ["Unikysely", "Vastausaika päättyi", "Kysely", "24.11.2026"],
    ["Mittaa verenpaine", "Tehty", "Tehtävä · Hoitajan tehtävät", "01.11.2026 klo 01:00"],
    ["Omaishoidon tuki", "Käsittelyssä", "Hakemus · Terveysasema", "05.10.2026 klo 13:00"],
  ];
  for (const [index, words] of shown.entries()) {
    const row = rows(history())[index] ?? "";
    expect(row.startsWith(words[0] ?? "")).toBe(true);
    for (const word of words) expect(row).toContain(word);
  }
  expect(ways(history())).toEqual([
    "/fi/inbox/conversation/m1/messages",
    "/fi/events/transcript/h2",
    "/fi/appointment/c2",
    "/fi/surveys/omavointi/s2",
    "/fi/surveys/omavointi/s3",
    "/fi/task/t2",
    "/fi/inbox/conversation/f1/messages",
  ]);
  const months = allByRole("list", /^(marraskuu|lokakuu) 2026$/).map((list) => list.querySelectorAll("li").length);
  expect(months).toEqual([6, 1]);
  expect(byRole("heading", "Tapahtumat").tagName).toBe("H1");
  expect(document.title).toMatch(/^Tapahtumat \|/);
});

it("EVT-01 has apart what is to come: appointments, surveys with the days that are left, tasks, chats that go on", async () => {
  await open("/events", services(everything));
  await until(() => expect(rows(upcoming())).toHaveLength(4));
  const shown = [
    ["Rokotus", "Ajanvaraus", "torstai 3.12.2026 klo 10:00"],
    ["Kipukysely", "Kysely · Aino Lahti", "3 päivää jäljellä"],
    ["Mittaa verenpaine", "Tehtävä"],
    ["Hoitajan chat", "Käynnissä", "Chat · Sari Hoitaja"],
  ];
  for (const [index, words] of shown.entries()) {
    for (const word of words) expect(rows(upcoming())[index]).toContain(word);
  }
  expect(ways(upcoming())).toEqual(["/fi/appointment/c1", "/fi/surveys/omavointi/s1", "/fi/task/t1", "/fi/chat/h1"]);
});

it("EVT-01 keeps to one kind, in the address as well, and fetches nothing else of the history", async () => {
  const { calls, router } = await open("/events?kind=tasks", services(everything));
  await until(() => expect(rows(history())).toHaveLength(1));
  expect(rows(history())[0]).toContain("Mittaa verenpaine");
  expect(byRole("button", "Tehtävät").getAttribute("aria-pressed")).toBe("true");
  expect(["ListMyConversations", "ListMyEndedChats"].map((method) => asked(calls, method))).toEqual([0, 0]);
  expect(["ListMyAppointments", "ListMySurveys"].map((method) => asked(calls, method))).toEqual([1, 1]);
  await press("Hakemukset");
  await until(() => expect(rows(history())[0]).toContain("Omaishoidon tuki"));
  expect(rows(history())).toHaveLength(1);
  expect(router.state.location.search).toEqual({ kind: "applications" });
  // The four lists of what is to come stay as they are.
  expect(rows(upcoming())).toHaveLength(4);
  await press("Kaikki");
  await until(() => expect(rows(history())).toHaveLength(7));
  expect(router.state.location.search).toEqual({});
  expect(asked(calls, "ListMyConversations")).toBe(1);
});

const november = (day: number) => `2026-11-${String(day).padStart(2, "0")}T10:00:00Z`;
const page = (from: number, of: (conversationId: string, iso: string) => object) =>
  Array.from({ length: 10 }, (_, index) => of(`${from - index}`, november(from - index)));

it("EVT-01 goes on page by page, holds back what something newer may still come before, and says how many there are", async () => {
  const ended = [chat("h2", { endedAt: at("2026-11-15T11:00:00Z") })];
  const { calls } = await open(
    "/events",
    services({ conversations: [page(28, conversation), page(18, conversation)], ended }),
  );
  await until(() => expect(rows(history())).toHaveLength(10));
  expect(rows(history()).some((row) => row.includes("Hoitajan chat"))).toBe(false);
  expect(asked(calls, "ListMyConversations")).toBe(1);
  await press("Näytä lisää");
  await until(() => expect(rows(history())).toHaveLength(21));
  expect(ways(history()).indexOf("/fi/events/transcript/h2")).toBe(13);
  expect(asked(calls, "ListMyConversations")).toBe(2);
  expect(asked(calls, "ListMyEndedChats")).toBe(1);
  // The button is gone with the last page: what says how many there are has the focus.
  expect(allByRole("button", "Näytä lisää")).toEqual([]);
  expect(focused().textContent).toBe("21 tapahtumaa");
});

it("EVT-01 looks further by itself where a page brings nothing of the chosen kind", async () => {
  const conversations = [page(28, conversation), page(18, conversation), [form("f1", "2026-10-05T10:00:00Z")]];
  const { calls } = await open("/events?kind=applications", services({ conversations }));
  await until(() => expect(rows(history())).toHaveLength(1));
  expect(rows(history())[0]).toContain("Omaishoidon tuki");
  expect(asked(calls, "ListMyConversations")).toBe(3);
});

it("EVT-01 keeps the focus in the history where more was asked for and nothing of the chosen kind came", async () => {
  const conversations = [page(28, conversation), [form("f1", "2026-10-05T10:00:00Z")]];
  await open("/events?kind=messages", services({ conversations }));
  await until(() => expect(rows(history())).toHaveLength(10));
  await press("Näytä lisää");
  await until(() => expect(allByRole("button", "Näytä lisää")).toEqual([]));
  expect(rows(history())).toHaveLength(10);
  expect(focused().textContent).toBe("Tapahtumahistoria");
});

it("EVT-01 says where there is nothing", async () => {
  await open("/events", services({}));
  await until(() => expect(history().textContent).toContain("Ei tapahtumia."));
  await until(() => expect(upcoming().textContent).toContain("Ei tulevia tapahtumia."));
});

it("EVT-01 tells which kind could not be loaded, shows the others, and tries again", async () => {
  let isAway = true;
  const answer = services(everything);
  await open("/events", (call) => {
    if (call.method === "ListMyEndedChats" && isAway) throw new CallError(Code.unavailable, "");
    return answer(call);
  });
  await until(() => expect(rows(history())).toHaveLength(6));
  expect(history().textContent).toContain("Chatit: lataaminen epäonnistui");
  expect(alerts()).toEqual([]);
  isAway = false;
  await press("Yritä uudelleen");
  await until(() => expect(rows(history())).toHaveLength(7));
  expect(history().textContent).not.toContain("epäonnistui");
});

it("EVT-01 says of no kind that there is nothing of it while it could not be loaded", async () => {
  const answer = services({});
  await open("/events", (call) => {
    if (call.method === "ListMyEndedChats") throw new CallError(Code.unavailable, "");
    return answer(call);
  });
  await until(() => expect(history().textContent).toContain("Chatit: lataaminen epäonnistui"));
  expect(history().textContent).not.toContain("Ei tapahtumia.");
});

it("EVT-01 keeps what is shown when a next page cannot be loaded, and goes on when it can", async () => {
  let isAway = true;
  const answer = services({ conversations: [page(28, conversation), page(18, conversation)] });
  await open("/events", (call) => {
    const { token = "" } = (call.request as Asked | undefined)?.page ?? {};
    if (call.method === "ListMyConversations" && token && isAway) throw new CallError(Code.unavailable, "");
    return answer(call);
  });
  await until(() => expect(rows(history())).toHaveLength(10));
  await press("Näytä lisää");
  await until(() => expect(history().textContent).toContain("Viestit, Hakemukset: lataaminen epäonnistui"));
  expect(rows(history())).toHaveLength(10);
  isAway = false;
  await press("Yritä uudelleen");
  await until(() => expect(rows(history())).toHaveLength(20));
});

it("EVT-04 tells in two texts that the history and that what is to come could not be loaded, and alerts once", async () => {
  let isAway = true;
  const answer = services(everything);
  await open("/events", (call) => {
    if (isAway) throw new CallError(Code.unavailable, "");
    return answer(call);
  });
  await until(() => expect(history().textContent).toContain("Tapahtumahistorian lataaminen epäonnistui."));
  await until(() => expect(upcoming().textContent).toContain("Tulevien tapahtumien hakeminen epäonnistui."));
  expect(alerts()).toHaveLength(1);
  isAway = false;
  await act(async () => upcoming().querySelector("button")?.click());
  await until(() => expect(rows(upcoming())).toHaveLength(4));
  expect(alerts()).toEqual([expect.stringContaining("Tapahtumahistorian lataaminen epäonnistui.")]);
  await press("Yritä uudelleen");
  await until(() => expect(rows(history())).toHaveLength(7));
  expect(main()).not.toContain("epäonnistui");
});

it("EVT-04 shows what is to come when the history of a kind could not be loaded", async () => {
  const answer = services(everything);
  await open("/events?kind=chats", (call) => {
    if (call.method === "ListMyEndedChats") throw new CallError(Code.unavailable, "");
    return answer(call);
  });
  await until(() => expect(alerts()).toEqual([expect.stringContaining("Tapahtumahistorian lataaminen epäonnistui.")]));
  await until(() => expect(rows(upcoming())).toHaveLength(4));
  expect(main()).not.toContain("Tulevien tapahtumien hakeminen");
});

it("EVT-01 leaves out, for who acts for somebody, what their mandate does not reach", async () => {
  const user = { name: { text: "Aino Saarinen" }, personId: id };
  const session = { user, impersonator: { name: "Eino Saarinen" } };
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(session)));
  const answer = services(everything);
  await open("/events", (call) => {
    if (call.method === "ListMyEndedChats") throw refused("access_denied");
    return answer(call);
  });
  await until(() => expect(rows(history())).toHaveLength(6));
  expect(main()).not.toContain("epäonnistui");
});

it("EVT-01 asks ahead for what it shows, once", async () => {
  const { calls, draw } = await arrive("/events?kind=tasks", services(everything));
  const expected = [
    "ListMyAppointments",
    "ListMyChats",
    "ListMyContents",
    "ListMyCustomerTasks",
    "ListMyCustomerTasks",
    "ListMySurveys",
  ];
  const listed = () => calls.map(({ method }) => method).filter((method) => method.startsWith("ListMy"));
  await until(() => expect(listed().toSorted()).toEqual(expected));
  await draw();
  await until(() => expect(rows(history())).toHaveLength(1));
  expect(listed().toSorted()).toEqual(expected);
});
