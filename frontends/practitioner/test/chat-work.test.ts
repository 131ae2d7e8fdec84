/** The chat queues that a professional works through: how each stands, closing it with a notice and opening it again. */
import { create, toBinary } from "@bufbuild/protobuf";
import { base64Encode } from "@bufbuild/protobuf/wire";
import { act } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { BadRequestSchema, StatusSchema } from "../../shared/src/rpc/gen/google/rpc/details_pb";
import type { CloseChatQueueRequest } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/closure_pb";
import { ChatQueueState } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/hours_pb";
import { CallError, Code } from "../../shared/src/rpc/transport";
import type { SeenCall } from "../../shared/test/fake-transport";
import { id, open, until } from "./open";

/** When the page has itself told that it is out of date. */
const refetches = vi.hoisted((): { at: (string | undefined)[]; refetch: () => void } => ({
  at: [],
  refetch: () => {},
}));
vi.mock("@kajo/shared/chat-queue", async (original) => ({
  ...(await original<object>()),
  useRefetchAt: (at: string | undefined, refetch: () => void) => {
    refetches.at.push(at);
    refetches.refetch = refetch;
  },
}));

beforeEach(() => {
  refetches.at = [];
});

const timestamp = (at: string) => ({ seconds: BigInt(Date.parse(at) / 1000), nanos: 0 });
const other = `${id.slice(0, -1)}2`;

const queue = (fi: string, standing: object = { state: ChatQueueState.OPEN }, more: object = {}) => ({
  chatQueueId: id,
  name: { texts: { fi } },
  standing,
  ...more,
});

const notice = { fi: "Palaamme pian.", sv: "Vi är strax tillbaka.", en: "We will be back soon." };
const closed = (closure: object = {}) => ({
  state: ChatQueueState.TEMPORARILY_CLOSED,
  closure: { text: { texts: notice }, ...closure },
});

/** Answers with these queues; `onCommand` says what becomes of them. */
const answering =
  (queues: readonly object[], onCommand = () => {}) =>
  ({ method, reply }: SeenCall) => {
    if (method === "ListWorkContexts") return reply({ roleId: id, locationId: id });
    if (method === "ListWorkedChatQueues") return reply({ chatQueues: queues });
    if (method === "CloseChatQueue" || method === "ReopenChatQueue") onCommand();
    return reply();
  };

/** A refusal at one field. */
function refusedAt(field: string, reason: string): CallError {
  const value = toBinary(BadRequestSchema, create(BadRequestSchema, { fieldViolations: [{ field, reason }] }));
  const details = [{ typeUrl: "type.googleapis.com/google.rpc.BadRequest", value }];
  const code = Code.invalidArgument;
  return new CallError(code, "", base64Encode(toBinary(StatusSchema, create(StatusSchema, { code, details }))));
}

const text = () => document.body.textContent ?? "";
const cards = () => [...document.querySelectorAll('ul[aria-label="Chat-jonot"] > li')];
const buttons = (words: string) =>
  [...document.querySelectorAll("button")].filter((each) => each.textContent?.trim() === words);
const press = (words: string) =>
  act(async () => {
    // As a browser does, and jsdom does not.
    buttons(words).at(-1)?.focus();
    buttons(words).at(-1)?.click();
  });
const notices = () =>
  Object.fromEntries(
    [...document.querySelectorAll<HTMLTextAreaElement>('textarea[name^="text."]')].map((each) => [
      each.name.slice(5),
      each.value,
    ]),
  );

/** Types as a person does: React hears of it. */
async function type(name: string, words: string): Promise<void> {
  const area = document.querySelector<HTMLTextAreaElement>(`textarea[name="${name}"]`);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(area, words);
    area?.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

it("CHA-12 lists the queues that name one's role and location, and marks those of an external service", async () => {
  const queues = [
    queue("Neuvolan chat", { state: ChatQueueState.OPEN }, { icon: "baby" }),
    queue("Suun chat", { state: ChatQueueState.CLOSED }, { chatQueueId: other, external: true }),
  ];
  await open("/chat", answering(queues));
  await until(() => expect(cards().length).toBe(2));
  expect(document.querySelector("h1")?.textContent).toBe("Chat");
  expect(cards().map((card) => card.querySelector("h2")?.textContent)).toEqual(["Neuvolan chat", "Suun chat"]);
  expect(cards().map((card) => card.textContent?.includes("Ulkoinen palvelu"))).toEqual([false, true]);
});

it("CHA-12 says when no queue names one's role and location, and whom to ask", async () => {
  await open("/chat", answering([]));
  await until(() => expect(text()).toContain("Rooliisi ja työpisteeseesi ei ole liitetty chat-jonoja"));
  expect(text()).toContain("Vastuukäyttäjä päättää");
});

it("CHA-12 asks again when the first of the queues stands otherwise by itself", async () => {
  const at = (changesAt: string) => ({ state: ChatQueueState.OPEN, changesAt: timestamp(changesAt) });
  const queues = [
    queue("Neuvolan chat", at("2026-11-27T14:00:00Z")),
    queue("Suun chat", at("2026-11-27T13:30:00Z"), { chatQueueId: other }),
  ];
  const { calls } = await open("/chat", answering(queues));
  await until(() => expect(cards().length).toBe(2));
  expect(refetches.at.at(-1)).toBe("2026-11-27T13:30:00Z");
  const asked = () => calls.filter(({ method }) => method === "ListWorkedChatQueues").length;
  const before = asked();
  await act(async () => refetches.refetch());
  await until(() => expect(asked()).toBe(before + 1));
});

it("CHA-13 closes a queue with a notice that stands there to begin with in each language", async () => {
  const queues = [queue("Neuvolan chat")];
  const { calls } = await open(
    "/chat",
    answering(queues, () => {
      queues[0] = queue("Neuvolan chat", closed());
    }),
  );
  await until(() => expect(buttons("Sulje tilapäisesti").length).toBe(1));
  await press("Sulje tilapäisesti");
  expect(document.querySelector("dialog h2")?.textContent).toBe("Sulje tilapäisesti: Neuvolan chat");
  expect(notices()).toEqual({
    fi: "Chat on tilapäisesti suljettu.",
    sv: "Chatten är tillfälligt stängd.",
    en: "The chat is temporarily closed.",
  });
  await type("text.fi", "Palaamme pian. ");
  await press("Sulje tilapäisesti");
  await until(() => expect(buttons("Avaa jono").length).toBe(1));
  const { request, options } = calls.find(({ method }) => method === "CloseChatQueue") ?? {};
  const sent = request as CloseChatQueueRequest;
  expect(sent).toMatchObject({ chatQueueId: id, text: { fi: "Palaamme pian.", sv: "Chatten är tillfälligt stängd." } });
  expect(sent.until).toBeUndefined();
  expect(options?.metadata["idempotency-key"]).toBeTruthy();
  expect(text()).toContain("Jono on suljettu tilapäisesti.");
  // The button that was pressed now says something else, and has the focus.
  expect(document.activeElement?.textContent).toBe("Muuta ilmoitusta");
});

it("CHA-13 wants the notice in every language before it closes", async () => {
  const { calls } = await open("/chat", answering([queue("Neuvolan chat")]));
  await until(() => expect(buttons("Sulje tilapäisesti").length).toBe(1));
  await press("Sulje tilapäisesti");
  await type("text.sv", " ");
  await press("Sulje tilapäisesti");
  await until(() => expect(text()).toContain("Kaikki käännökset on syötettävä."));
  expect(document.activeElement).toBe(document.querySelector('textarea[name="text.sv"]'));
  expect(calls.some(({ method }) => method === "CloseChatQueue")).toBe(false);
});

it("CHA-13 shows the notice and until when, and changes them; what the server refuses stands at its field", async () => {
  const standing = closed({ until: timestamp("2027-12-24T06:05:00Z") });
  const { calls } = await open(
    "/chat",
    answering([queue("Neuvolan chat", standing)], () => {
      throw refusedAt("until", "closure_until_past");
    }),
  );
  await until(() => expect(text()).toContain("Suljettu 24.12.2027 klo 08:05 asti."));
  expect(text()).toContain("Palaamme pian.");
  await press("Muuta ilmoitusta");
  expect(notices()).toEqual(notice);
  await type("text.en", "Back on Monday.");
  await press("Tallenna");
  await until(() => expect(text()).toContain("Aika on jo mennyt. Valitse myöhempi aika."));
  expect(notices()).toEqual({ ...notice, en: "Back on Monday." });
  const { request } = calls.find(({ method }) => method === "CloseChatQueue") ?? {};
  expect((request as CloseChatQueueRequest).until?.seconds).toBe(BigInt(Date.parse("2027-12-24T06:05:00Z") / 1000));
});

it("CHA-13 stays at changing the notice when a colleague opens the queue meanwhile", async () => {
  const queues = [queue("Neuvolan chat", closed())];
  await open("/chat", answering(queues));
  await until(() => expect(buttons("Muuta ilmoitusta").length).toBe(1));
  await press("Muuta ilmoitusta");
  queues[0] = queue("Neuvolan chat");
  await act(async () => refetches.refetch());
  await until(() => expect(cards()[0]?.textContent).toContain("Avoinna"));
  expect(document.querySelector("dialog h2")?.textContent).toBe("Muuta ilmoitusta: Neuvolan chat");
  expect(buttons("Tallenna").length).toBe(1);
  expect(notices()).toEqual(notice);
});

it("CHA-13 says that a queue without an end waits for somebody, and opens it again", async () => {
  const queues = [queue("Neuvolan chat", closed())];
  const { calls } = await open(
    "/chat",
    answering(queues, () => {
      queues[0] = queue("Neuvolan chat");
    }),
  );
  await until(() => expect(text()).toContain("Suljettu, kunnes joku avaa jonon."));
  await press("Avaa jono");
  await until(() => expect(buttons("Sulje tilapäisesti").length).toBe(1));
  expect(calls.find(({ method }) => method === "ReopenChatQueue")?.request).toMatchObject({ chatQueueId: id });
  expect(buttons("Avaa jono").length).toBe(0);
  expect(text()).toContain("Jono on avattu. Se on auki aukioloaikojensa mukaan.");
  expect(document.activeElement?.textContent).toBe("Sulje tilapäisesti");
});
