/** Who waits in the queues of a professional, accepting them, and what is said when a colleague was faster. */
import { create, toBinary } from "@bufbuild/protobuf";
import { base64Encode } from "@bufbuild/protobuf/wire";
import { act } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { ErrorInfoSchema, StatusSchema } from "../../shared/src/rpc/gen/google/rpc/details_pb";
import { ChatSide, ChatState } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/chat_pb";
import { CallError, Code } from "../../shared/src/rpc/transport";
import type { SeenCall } from "../../shared/test/fake-transport";
import { takenFrom } from "../src/features/chat/taken-queues";
import { waited } from "../src/features/chat/waited";
import { room } from "./chat-room";
import { id, open, until } from "./open";

vi.mock("@kajo/shared/chat", async (original) => ({
  ...(await original<object>()),
  ...(await import("./chat-room")).standIn,
}));

beforeEach(() => {
  room.chat = undefined;
  room.error = undefined;
  sessionStorage.clear();
});

const other = `${id.slice(0, -1)}2`;
const chatId = `${id.slice(0, -1)}7`;
const ago = (minutes: number) => ({ seconds: BigInt(Math.floor(Date.now() / 1000) - minutes * 60 - 5), nanos: 0 });

const waiting = (more: object = {}) => ({
  chatId,
  chatQueueId: id,
  customerName: "Eino Esimerkki",
  joinedAt: ago(12),
  ...more,
});

const customer = (more: object = {}) => ({
  chatId,
  chatQueueId: id,
  personId: other,
  name: "Eino Esimerkki",
  ssn: "010101-123N",
  patientAddress: "Rantatie 1",
  state: ChatState.WAITING,
  ...more,
});

/** A refusal with this reason. */
function refused(reason: string): CallError {
  const code = Code.failedPrecondition;
  const value = toBinary(ErrorInfoSchema, create(ErrorInfoSchema, { reason }));
  const details = [{ typeUrl: "type.googleapis.com/google.rpc.ErrorInfo", value }];
  return new CallError(code, "", base64Encode(toBinary(StatusSchema, create(StatusSchema, { code, details }))));
}

interface Line {
  waiting: object[];
  own?: object[];
}

const answering =
  (line: Line, more: (call: SeenCall) => unknown = () => undefined) =>
  (call: SeenCall) => {
    const { method, reply } = call;
    if (method === "ListWorkContexts") return reply({ roleId: id, locationId: id });
    if (method === "ListWorkedChatQueues") {
      return reply({
        chatQueues: [
          { chatQueueId: id, name: { texts: { fi: "Neuvolan chat" } } },
          { chatQueueId: other, name: { texts: { fi: "Suun chat" } } },
        ],
      });
    }
    const said = more(call);
    if (said !== undefined) return said;
    if (method === "ListWaitingChats") return reply({ ...line, waitingTotal: line.waiting.length });
    if (method === "GetChatCustomer") return reply({ customer: customer() });
    return reply();
  };

const text = () => document.body.textContent ?? "";
const list = (label: string) => [...document.querySelectorAll(`ul[aria-label="${label}"] > li`)];
const button = (words: string) =>
  [...document.querySelectorAll("button")].findLast((each) => each.textContent?.trim() === words);
const press = (words: string) =>
  act(async () => {
    button(words)?.focus();
    button(words)?.click();
  });

it("CHA-05 lists who waits in their order, for how long, in which queue, and who acts for them; and one's own chats", async () => {
  const own = [{ chatId: other, customerName: "Aino", lastNumber: 3, lastSide: ChatSide.CUSTOMER, acceptedAt: ago(1) }];
  const line = {
    own,
    waiting: [waiting({ away: true, returned: true, impersonatorName: "Maija" }), waiting({ chatId: id })],
  };
  await open("/chat", answering(line));
  await until(() => expect(list("Odottavat").length).toBe(2));
  const [first, second] = list("Odottavat").map((each) => each.textContent ?? "");
  for (const words of ["Eino", "Neuvolan chat", "Puolesta asioi Maija", "Poissa", "Palautettu"]) {
    expect(first).toContain(words);
  }
  // The clock here goes by minutes.
  expect(first).toMatch(/odottanut 1[12] min/);
  expect(second).not.toMatch(/Poissa|Palautettu|Puolesta/);
  expect(list("Omat keskustelut").map((each) => each.textContent)).toEqual([
    expect.stringMatching(/Aino.*Uusi viesti/),
  ]);
});

it("CHA-05 takes the next one from the queues that are chosen, opens the chat, and the field has the focus", async () => {
  const line: Line = { waiting: [waiting()] };
  const { calls } = await open(
    "/chat",
    answering(line, ({ method, reply }) => {
      if (method !== "AcceptNextChat") return undefined;
      line.waiting = [];
      line.own = [{ chatId, customerName: "Eino Esimerkki" }];
      room.chat = { chatId, state: "CHAT_STATE_ACTIVE" };
      return reply({ chatId });
    }),
  );
  await until(() => expect(text()).toContain("Jonot, joista otat (2/2)"));
  await act(async () => document.querySelector<HTMLInputElement>('input[name="takenQueue"]')?.click());
  expect(text()).toContain("Jonot, joista otat (1/2)");
  await press("Ota seuraava");
  await until(() => expect(document.activeElement?.tagName).toBe("TEXTAREA"));
  expect(text()).toContain("Keskustelu alkoi.");
  expect(calls.find(({ method }) => method === "AcceptNextChat")?.request).toMatchObject({ chatQueueIds: [other] });
});

it("CHA-05 says that nobody waits any more, and keeps the focus", async () => {
  await open(
    "/chat",
    answering({ waiting: [] }, ({ method }) => {
      if (method === "AcceptNextChat") throw refused("nobody_waits");
    }),
  );
  await until(() => expect(button("Ota seuraava")?.disabled).toBe(false));
  await press("Ota seuraava");
  await until(() => expect(text()).toContain("Kukaan ei odota jonoissa, joista otat."));
  expect(document.activeElement?.textContent).toBe("Ota seuraava");
});

it("CHA-05 shows what is known of who waits, and says when a colleague was faster", async () => {
  const line: Line = { waiting: [waiting()] };
  await open(
    `/chat/${chatId}`,
    answering(line, ({ method }) => {
      if (method !== "AcceptChat") return;
      line.waiting = [];
      throw refused("chat_taken");
    }),
  );
  await until(() => expect(button("Ota keskusteluun")).toBeDefined());
  expect(document.activeElement?.textContent).toBe("Eino Esimerkki");
  for (const words of ["010101-123N", "Rantatie 1", "Jono ei kuulu palveluun"]) expect(text()).toContain(words);
  await press("Ota keskusteluun");
  await until(() => expect(text()).toContain("Kollega ehti ensin."));
  await until(() => expect(text()).toContain("Kukaan ei odota"));
  expect(document.activeElement?.textContent).toBe("Ota seuraava");
});

it("CHA-05 says in words what a non-disclosure restriction hides", async () => {
  await open(
    `/chat/${chatId}`,
    answering({ waiting: [waiting()] }, ({ method, reply }) =>
      method === "GetChatCustomer"
        ? reply({ customer: customer({ nonDisclosure: true, patientAddress: "" }) })
        : undefined,
    ),
  );
  await until(() => expect(text()).toContain("Turvakielto"));
  expect(text()).toContain("palvelualuetta ei näytetä");
  expect(text()).not.toContain("Ei tiedossa");
});

const visitor = { visitor: true, ticket: 12n };
const unknown = customer({ ...visitor, personId: "", name: "", ssn: "", patientAddress: "" });

it("CHA-04 calls who is not signed in by the number that they drew, and tells nothing else of them", async () => {
  const line = {
    own: [{ chatId: other, ...visitor, ticket: 7n }],
    waiting: [waiting({ ...visitor, customerName: "" })],
  };
  await open(
    `/chat/${chatId}`,
    answering(line, ({ method, reply }) => (method === "GetChatCustomer" ? reply({ customer: unknown }) : undefined)),
  );
  await until(() => expect(document.activeElement?.textContent).toBe("Tunnistautumaton asiakas 12"));
  expect(list("Odottavat")[0]?.querySelector("strong")?.textContent).toBe("Tunnistautumaton asiakas 12");
  expect(list("Omat keskustelut")[0]?.querySelector("strong")?.textContent).toBe("Tunnistautumaton asiakas 7");
  expect(text()).toContain("Asiakas ei ole tunnistautunut");
  expect(text()).not.toMatch(/Henkilötunnus|Ei tiedossa|Jono ei kuulu palveluun/);
  expect(button("Ota keskusteluun")).toBeDefined();
  expect(button("Avaa potilaan sivu")).toBeUndefined();
});

it("CHA-04 asks anew who a visitor is who has signed in meanwhile", async () => {
  const answers = [unknown, customer()];
  const { calls } = await open(
    `/chat/${chatId}`,
    answering({ waiting: [waiting()] }, ({ method, reply }) =>
      method === "GetChatCustomer" ? reply({ customer: answers.shift() ?? customer() }) : undefined,
    ),
  );
  await until(() => expect(text()).toContain("010101-123N"));
  expect(document.activeElement?.textContent).toBe("Eino Esimerkki");
  const told = [...document.querySelectorAll("[role=status]")].map(({ textContent }) => textContent);
  expect(told).toContain("Asiakas on nyt tunnistautunut: Eino Esimerkki");
  expect(calls.filter(({ method }) => method === "GetChatCustomer").length).toBe(2);
});

it("CHA-06 says that the customer is silent, and when the chat ends by itself", async () => {
  room.chat = { chatId, state: "CHAT_STATE_ACTIVE", acceptedAt: new Date(Date.now() - 7 * 60_000).toISOString() };
  await open(`/chat/${chatId}`, answering({ waiting: [] }));
  await until(() => expect(text()).toContain("Asiakas ei ole vastannut 5 minuuttiin. Keskustelu päättyy klo "));
});

it("CHA-06 keeps a chat readable that is over, and says who ended it", async () => {
  room.chat = { chatId, state: "CHAT_STATE_ENDED", endedBy: "CHAT_SIDE_CUSTOMER" };
  await open(`/chat/${chatId}`, answering({ waiting: [] }));
  await until(() => expect(text()).toContain("Asiakas lopetti keskustelun."));
  expect(document.querySelector('[role="log"]')).not.toBeNull();
  expect(button("Palauta jonoon")).toBeUndefined();
});

it("CHA-05 says that somebody does not wait any more", async () => {
  room.error = { code: Code.notFound, reason: "not_found", params: {}, fields: [], traceId: "" };
  await open(`/chat/${chatId}`, answering({ waiting: [] }));
  await until(() => expect(text()).toContain("Asiakas ei enää odota."));
});

it("CHA-05 takes from all queues when all are left out", () => {
  expect(takenFrom(["a", "b"], ["a"])).toEqual(["b"]);
  expect(takenFrom(["a", "b"], ["a", "b"])).toEqual(["a", "b"]);
});

it("CHA-05 counts in whole minutes, never less than none", () => {
  const now = Date.parse("2026-11-27T12:00:30Z");
  expect(waited("2026-11-27T10:55:31Z", now)).toEqual({ hours: 1, minutes: 4 });
  expect(waited("2026-11-27T12:00:40Z", now)).toEqual({ hours: 0, minutes: 0 });
});
