/** What customers have assessed of their symptoms: told in the lists, read before and while one chats with them. */
import { act } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { ChatState } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/chat_pb";
import { ItemType, Level, ScoreKind } from "../../shared/src/rpc/gen/kajo/survey/v1/questionnaire_pb";
import { Code } from "../../shared/src/rpc/transport";
import type { SeenCall } from "../../shared/test/fake-transport";
import { fails } from "../../shared/test/pages";
import { refused } from "../../shared/test/refused";
import { allByRole, byRole, focus } from "../../shared/test/screen";
import { isMarked, urgencyOf } from "../src/features/chat/assessment/urgency";
import { room } from "./chat-room";
import { id, open, until } from "./open";

vi.mock("@kajo/shared/chat", async (original) => ({
  ...(await original<object>()),
  ...(await import("./chat-room")).standIn,
}));

const numbered = (n: number) => `${id.slice(0, -1)}${n}`;
const chatId = numbered(7);
const later = 99 as Level;
const completedAt = { seconds: BigInt(Date.parse("2027-03-20T07:00:00Z") / 1000), nanos: 0 };
const said = (fi: string) => ({ texts: { fi } });

const score = (linkId: string, name: string, words: string, more: object = {}) => ({
  linkId,
  type: ItemType.SCORE,
  text: said(name),
  score: {
    kind: ScoreKind.SUM,
    linkIds: ["pain"],
    bands: [{ from: 0n, text: said(words), level: Level.SERIOUS }],
    ...more,
  },
});

const questionnaire = {
  items: [
    {
      linkId: "symptom-step",
      type: ItemType.GROUP,
      text: said("Oire"),
      items: [
        { linkId: "pain", type: ItemType.INTEGER, text: said("Kuinka voimakas oire on?") },
        { linkId: "words", type: ItemType.TEXT, text: said("Kerro lyhyesti oireestasi") },
        score("urgency", "Kiire", "Soita heti 112.", { shown: true }),
        score("inner", "Sisäinen pistemäärä", "Hoitajan arvioitava"),
      ],
    },
  ],
};

const assessed = (level: Level) => ({
  assessmentId: numbered(8),
  completedAt,
  level,
  title: { fi: "Oirekysely", sv: "Symptomenkät", en: "Symptom survey" },
  questionnaire,
  answers: {
    answers: [
      { linkId: "pain", values: [{ value: { case: "integer", value: 8n } }] },
      { linkId: "words", values: [{ value: { case: "text", value: "Rinnassa puristaa." } }] },
    ],
  },
  scores: [
    { linkId: "urgency", value: 8_000_000n, band: 0 },
    { linkId: "inner", value: 8_000_000n, band: 0 },
  ],
});

/** What the server knows. */
let assessment: object | undefined;
let isAssessed: boolean;
let refusal: (() => never) | undefined;
let own: object[];
let waiting: object[];

beforeEach(() => {
  sessionStorage.clear();
  room.chat = undefined;
  assessment = assessed(Level.SERIOUS);
  isAssessed = true;
  refusal = undefined;
  own = [];
  waiting = [{ chatId, chatQueueId: id, customerName: "Eino Esimerkki", assessmentLevel: Level.SERIOUS }];
});

async function openChats(path = `/chat/${chatId}`) {
  const { calls } = await open(path, ({ method, reply }: SeenCall) => {
    if (method === "ListWorkContexts") return reply({ roleId: id, locationId: id });
    if (method === "ListWorkedChatQueues") {
      return reply({ chatQueues: [{ chatQueueId: id, name: said("Kiireellisen hoidon chat") }] });
    }
    if (method === "ListWaitingChats") return reply({ own, waiting, waitingTotal: waiting.length });
    if (method === "GetChatCustomer") {
      return reply({
        customer: { chatId, chatQueueId: id, name: "Eino Esimerkki", state: ChatState.WAITING, assessed: isAssessed },
      });
    }
    if (method === "AcceptChat") {
      waiting = [];
      own = [{ chatId, customerName: "Eino Esimerkki", assessmentLevel: Level.SERIOUS }];
      room.chat = { chatId, state: "CHAT_STATE_ACTIVE" };
      return reply();
    }
    if (method !== "GetChatAssessment") return reply();
    refusal?.();
    return reply(assessment ? { assessment } : {});
  });
  return () => calls.filter(({ method }) => method === "GetChatAssessment").map(({ request }) => request);
}

const text = () => document.body.textContent ?? "";
const rows = (label: string) =>
  [...document.querySelectorAll(`ul[aria-label="${label}"] > li`)].map((each) => each.textContent ?? "");
/** What opens and closes the assessment. */
const part = () => byRole("button", /^Oirearvio/);
const panel = () => document.getElementById(part().getAttribute("aria-controls") ?? "");

async function press(name: string | RegExp): Promise<void> {
  await focus(byRole("button", name));
  await act(async () => byRole("button", name).click());
}

it("CHA-09 tells in the lists by a word whose symptoms are urgent, and nothing of those that can wait", async () => {
  const chat = (n: number, assessmentLevel?: Level) => ({
    chatId: numbered(n),
    chatQueueId: id,
    customerName: `Asiakas ${n}`,
    ...(assessmentLevel === undefined ? {} : { assessmentLevel }),
  });
  waiting = [chat(1, Level.SERIOUS), { ...chat(2, Level.NOTABLE), away: true }, chat(3, Level.NORMAL), chat(4)];
  own = [chat(5, Level.SERIOUS), chat(6, Level.NORMAL)];
  const asked = await openChats("/chat");
  await until(() => expect(rows("Odottavat").length).toBe(4));
  const marks = (row: string | undefined) => row?.match(/Kiireellinen|Pian hoitoon|Ei kiireellinen|Ei tulosta|Poissa/g);
  expect(rows("Odottavat").map(marks)).toEqual([["Kiireellinen"], ["Pian hoitoon", "Poissa"], null, null]);
  expect(rows("Omat keskustelut").map(marks)).toEqual([["Kiireellinen"], null]);
  // What was answered is looked at by whoever opens the chat.
  expect(asked()).toEqual([]);
});

it("CHA-09 opens by itself what is serious: level, time, answers, and all scores with what they mean", async () => {
  const asked = await openChats();
  await until(() => expect(part()).toHaveAttribute("aria-expanded", "true"));
  expect(part()).toHaveTextContent("OirearvioKiireellinen");
  for (const words of [
    "Oirekysely",
    "Lähetetty 20.03.2027 klo 09:00",
    "Kuinka voimakas oire on?8",
    "Rinnassa puristaa.",
    "Kiire8Soita heti 112.Vakava",
    // One that is not shown to whoever answers.
    "Sisäinen pistemäärä8Hoitajan arvioitavaVakava",
  ]) {
    expect(panel()).toHaveTextContent(words);
  }
  expect(asked()).toMatchObject([{ chatId }]);
});

it.each([
  [Level.NOTABLE, "Pian hoitoon"],
  [Level.NORMAL, "Ei kiireellinen"],
  [Level.UNSPECIFIED, "Ei tulosta"],
])("CHA-09 says the level in words and keeps closed what is not serious (%i)", async (level, words) => {
  assessment = assessed(level);
  await openChats();
  await until(() => expect(part()).toHaveTextContent(`Oirearvio${words}`));
  expect(part()).toHaveAttribute("aria-expanded", "false");
  await press(/^Oirearvio/);
  expect(part()).toHaveAttribute("aria-expanded", "true");
  expect(panel()).toHaveTextContent("Rinnassa puristaa.");
});

it("CHA-09 stands beside the chat when the customer has been accepted", async () => {
  await openChats();
  await until(() => part());
  await press("Ota keskusteluun");
  await until(() => expect(document.activeElement?.tagName).toBe("TEXTAREA"));
  await until(() => expect(panel()).toHaveTextContent("Rinnassa puristaa."));
  expect(byRole("log")).toBeInTheDocument();
});

it("CHA-09 asks for nothing where nothing was assessed, and shows nothing where there is nothing any more", async () => {
  isAssessed = false;
  const asked = await openChats();
  await until(() => byRole("button", "Ota keskusteluun"));
  expect(asked()).toEqual([]);
  isAssessed = true;
  assessment = undefined;
  const askedAgain = await openChats();
  await until(() => expect(askedAgain().length).toBe(1));
  await until(() => expect(allByRole("status").some(({ textContent }) => textContent === "Ladataan…")).toBe(false));
  expect(allByRole("button", /^Oirearvio/)).toEqual([]);
});

it("CHA-09 says that it could not be loaded, and tries again", async () => {
  refusal = fails(Code.internal);
  await openChats();
  await until(() => expect(text()).toContain("Oirearviota ei voitu ladata."));
  // What is known of them stands there all the same.
  expect(byRole("button", "Ota keskusteluun")).toBeEnabled();
  refusal = undefined;
  await press("Yritä uudelleen");
  await until(() => expect(panel()).toHaveTextContent("Rinnassa puristaa."));
});

it("CHA-09 says nothing more of one that is not to be read any more", async () => {
  refusal = () => {
    throw refused("not_found");
  };
  const asked = await openChats();
  await until(() => expect(asked().length).toBe(1));
  await until(() => byRole("button", "Ota keskusteluun"));
  expect(text()).not.toContain("Oirearviota ei voitu ladata.");
  expect(allByRole("button", /^Oirearvio/)).toEqual([]);
});

it("OPS-09 CHA-09 tells neutrally of a level that it does not know", () => {
  expect(urgencyOf(later as never)).toEqual(["unknown.value", "neutral"]);
  expect([isMarked(later as never), isMarked(undefined), isMarked("LEVEL_NORMAL")]).toEqual([true, false, false]);
});
