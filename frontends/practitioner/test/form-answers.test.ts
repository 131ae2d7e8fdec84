/** Forms that residents have sent, as the conversations that they became: found in the inbox, read above the thread (SUR-06). */
import { act } from "react";
import { expect, it, vi } from "vitest";
import {
  ConversationKind,
  ConversationState,
  ParticipantKind,
} from "../../shared/src/rpc/gen/kajo/conversations/v1/conversation_pb";
import { ItemType, Level, ScoreKind } from "../../shared/src/rpc/gen/kajo/survey/v1/questionnaire_pb";
import { Code } from "../../shared/src/rpc/transport";
import type { SeenCall } from "../../shared/test/fake-transport";
import { fails } from "../../shared/test/pages";
import { allByRole, byRole } from "../../shared/test/screen";
import { id, open, until } from "./open";

const numbered = (n: number) => `${id.slice(0, -1)}${n}`;
const responseId = numbered(9);
const timestamp = (at: string) => ({ seconds: BigInt(Date.parse(at) / 1000), nanos: 0 });
const said = (fi: string) => ({ texts: { fi } });

const need = { linkId: "need", type: ItemType.INTEGER, text: said("Montako tuntia päivässä hoidat?") };
const burden = {
  linkId: "burden",
  type: ItemType.SCORE,
  text: said("Hoidon sitovuus"),
  score: {
    kind: ScoreKind.SUM,
    linkIds: ["need"],
    bands: [{ from: 0n, text: said("Sitova"), level: Level.SERIOUS }],
  },
};

const sent = (more: object = {}) => ({
  form: {
    formResponseId: responseId,
    title: { fi: "Hakemus omaishoidon tuesta", sv: "Ansökan om stöd", en: "Application for support" },
    questionnaire: {
      items: [{ linkId: "care", type: ItemType.GROUP, text: said("Hoito"), items: [need, burden] }],
    },
    answers: { answers: [{ linkId: "need", values: [{ value: { case: "integer", value: 6n } }] }] },
    sentAt: timestamp("2027-03-20T07:00:00Z"),
    ...more,
  },
  scores: [{ linkId: "burden", value: 6_000_000n, band: 0 }],
});

const form = (n: number, more: object = {}) => ({
  conversationId: numbered(n),
  kind: ConversationKind.FORM,
  state: ConversationState.QUEUED,
  categoryName: said("Omaishoito"),
  subcategoryName: said("Omaishoidon tuen hakemukset"),
  residentName: "Maja Lindqvist",
  ...more,
});

const written = {
  number: 1n,
  at: timestamp("2027-03-21T07:00:00Z"),
  entry: {
    case: "message",
    value: { messageId: id, authorId: id, authorKind: ParticipantKind.PRACTITIONER, text: "Hakemus on käsittelyssä." },
  },
};

const answering =
  (get: (call: SeenCall) => unknown, conversation: object) =>
  (call: SeenCall): unknown => {
    const { method, reply } = call;
    if (method === "GetFormResponse") return get(call);
    const answers: Readonly<Record<string, object>> = {
      ListWorkContexts: { roleId: id, locationId: id },
      GetConversation: { conversation: { formResponseId: responseId, ...conversation } },
    };
    return reply(answers[method] ?? {});
  };

const text = () => document.body.textContent ?? "";
const asked = (calls: readonly SeenCall[]) =>
  calls.filter(({ method }) => method === "GetFormResponse").map(({ request }) => request);
const click = (element: HTMLElement) => act(async () => element.click());
const show = (n: number, get: (call: SeenCall) => unknown, more: object = {}) =>
  open(`/inbox?conversation=${numbered(n)}`, answering(get, form(n, more)));
const title = "Lomake: Hakemus omaishoidon tuesta";

it("SUR-06 shows above the thread what was answered, when it was sent and what it comes to", async () => {
  const { calls } = await show(2, ({ reply }) => reply(sent()));
  await until(() => expect(text()).toContain("Lähetetty 20.03.2027 klo 09:00, Maja Lindqvist"));
  // It has no topic: it is called as its queue is, which is not said once more below.
  expect(byRole("heading", "Omaishoidon tuen hakemukset").tagName).toBe("H2");
  expect(text()).toContain("Maja Lindqvist · Omaishoito");
  expect(text()).not.toContain("Omaishoito · Omaishoidon");
  const region = byRole("region", title);
  expect(region.textContent).toContain("Montako tuntia päivässä hoidat?6");
  expect(region.textContent).toContain("Hoidon sitovuus6SitovaVakava");
  expect(region.textContent).not.toContain("puolesta");
  // The form is a part of the conversation, and its steps are parts of the form.
  expect([byRole("heading", title), byRole("heading", "Hoito")].map(({ tagName }) => tagName)).toEqual(["H3", "H4"]);
  const thread = document.querySelector("section[aria-live=polite]");
  expect(region.compareDocumentPosition(thread as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(asked(calls)).toMatchObject([{ formResponseId: responseId }]);
});

it("SUR-06 notes who sent it on the client's behalf", async () => {
  await show(3, ({ reply }) => reply(sent({ representativeName: "Kari Lindqvist" })));
  await until(() => expect(text()).toContain("Kari Lindqvist lähetti lomakkeen asiakkaan puolesta: Maja Lindqvist"));
  expect(text()).toContain("Lähetetty 20.03.2027 klo 09:00");
});

it("SUR-06 keeps the answers closed once somebody has written, fetches them when they are opened, and remembers that", async () => {
  const thread = { thread: [written] };
  const { calls } = await show(4, ({ reply }) => reply(sent()), thread);
  await until(() => expect(allByRole("button", "Lomake").length).toBe(1));
  expect(byRole("button", "Lomake").getAttribute("aria-expanded")).toBe("false");
  expect(asked(calls)).toEqual([]);
  await click(byRole("button", "Lomake"));
  await until(() => expect(text()).toContain("Montako tuntia"));
  expect(byRole("button", title).getAttribute("aria-expanded")).toBe("true");
  await click(byRole("button", title));
  await until(() => expect(text()).not.toContain("Montako tuntia"));
  await click(byRole("button", title));
  await until(() => expect(text()).toContain("Montako tuntia"));
  // Each look is logged: to close them and to open them again is one.
  expect(asked(calls).length).toBe(1);
  await show(4, ({ reply }) => reply(sent()), thread);
  await until(() => expect(text()).toContain("Montako tuntia"));
});

it("SUR-06 says that the answers are gone, and shows nothing of them", async () => {
  await show(5, fails(Code.notFound));
  await until(() => expect(text()).toContain("Lomakkeen vastauksia ei enää ole."));
  expect(byRole("region", "Lomake").textContent).not.toContain("Montako tuntia");
});

it("SUR-06 tries again where the answers could not be fetched", async () => {
  let isAway = true;
  await show(6, ({ reply }) => (isAway ? fails(Code.internal)() : reply(sent())));
  await until(() => expect(text()).toContain("Lomakkeen vastauksia ei voitu ladata."));
  isAway = false;
  await click(byRole("button", "Yritä uudelleen"));
  await until(() => expect(byRole("region", title).textContent).toContain("Montako tuntia"));
});

it("SUR-06 prints what was answered under the name of the client", async () => {
  const print = vi.fn();
  vi.stubGlobal("print", print);
  await show(7, ({ reply }) => reply(sent()));
  await until(() => expect(allByRole("button", "Tulosta").length).toBe(1));
  await click(byRole("button", "Tulosta"));
  expect(print).toHaveBeenCalledOnce();
  const head = document.querySelector("[data-print-head]");
  expect(head?.textContent).toContain("Hakemus omaishoidon tuesta");
  expect(head?.textContent).toContain("Maja Lindqvist");
  expect(head?.parentElement?.textContent).toContain("Hoidon sitovuus");
});

it("SUR-06 asks for no form where a conversation is about none", async () => {
  const about = { kind: ConversationKind.MESSAGE, topic: "Selkäkipu", formResponseId: "" };
  const { calls } = await show(8, ({ reply }) => reply(sent()), about);
  await until(() => expect(allByRole("heading", "Selkäkipu").length).toBe(1));
  expect(text()).toContain("Maja Lindqvist · Omaishoito · Omaishoidon tuen hakemukset");
  expect(allByRole("button", /^Lomake/)).toEqual([]);
  expect(asked(calls)).toEqual([]);
});

it("SUR-06 lists a form as one, under the name of its queue", async () => {
  const tasks = [form(2), form(3, { kind: ConversationKind.MESSAGE, topic: "Selkäkipu" })];
  await open("/inbox", ({ method, reply }) => {
    const answers: Readonly<Record<string, object>> = {
      ListWorkContexts: { roleId: id, locationId: id },
      ListTasks: { tasks },
    };
    return reply(answers[method] ?? {});
  });
  const rows = () => [...document.querySelectorAll("[data-task]")].map((row) => row.textContent);
  await until(() =>
    expect(rows()).toEqual([
      "Omaishoidon tuen hakemuksetMaja Lindqvist · OmaishoitoLomake",
      "SelkäkipuMaja Lindqvist · Omaishoidon tuen hakemukset",
    ]),
  );
});
