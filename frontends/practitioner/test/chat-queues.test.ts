/** Chat queues in the admin panel: what is sent of the editor, and what hours that are not saved yet would mean. */
import { act } from "react";
import { expect, it, vi } from "vitest";
import { ChatQueueState } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/hours_pb";
import { Matter } from "../../shared/src/rpc/gen/kajo/common/v1/common_pb";
import { Panel } from "../../shared/src/rpc/gen/kajo/identity/v1/panel_pb";
import type { SeenCall } from "../../shared/test/fake-transport";
import { id, open, until } from "./open";

/** When a page has itself told that it is out of date. */
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

const name = { fi: "Neuvolan chat", sv: "Rådgivningens chatt", en: "Clinic chat" };
const details = { name, matter: Matter.HEALTH, followsSchedule: true, visibleToIdentified: true };
const changesAt = "2026-11-27T13:30:00Z";
const standing = {
  state: ChatQueueState.CLOSED,
  changesAt: { seconds: BigInt(Date.parse(changesAt) / 1000), nanos: 0 },
};
const queue = { chatQueueId: id, details, version: 3n, standing };

const answers: Readonly<Record<string, object>> = {
  ListWorkContexts: { panels: [{ panel: Panel.CHAT_QUEUES }] },
  ListChatQueues: { chatQueues: [queue] },
  GetChatQueue: { chatQueue: queue },
  GetChatSchedule: { details: { hours: { rule: 2 } }, version: 1n, followers: [{ id, names: { texts: name } }] },
  PreviewOpeningHours: { days: [{ date: "2026-12-24" }], standing },
};

const answer = ({ method, reply }: SeenCall) => reply(answers[method] ?? {});

const text = () => document.body.textContent ?? "";
const press = (name: string) =>
  act(async () => [...document.querySelectorAll("button")].find((each) => each.textContent?.trim() === name)?.click());
const save = () => act(async () => document.querySelector("form")?.requestSubmit());
const check = (field: string) =>
  act(async () => document.querySelector<HTMLInputElement>(`[name="${field}"]`)?.click());

/** Types as a person does: React listens for what the browser says. */
async function write(field: string, written: string) {
  const input = document.querySelector<HTMLInputElement>(`[name="${field}"]`);
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  await act(async () => {
    set?.call(input, written);
    input?.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

it("CHA-01 lists queues with who finds them and where they are, beside the default schedule", async () => {
  await open("/admin/chat", answer);
  await until(() => expect(text()).toContain("Neuvolan chat"));
  expect(text()).toContain("Tunnistautuneille");
  expect(text()).toContain("Oma");
  const beside = [...document.querySelectorAll('nav[aria-label="Chat-jonojen osiot"] a')];
  expect(beside.map((link) => link.textContent)).toEqual(["Chat-jonot", "Oletusaikataulu"]);
});

it("CHA-02 asks for a queue's own hours when it does not follow the schedule, and sends what they say", async () => {
  const { calls } = await open(`/admin/chat/${id}`, answer);
  const sent = (called: string) => calls.filter(({ method }) => method === called).map(({ request }) => request);
  await until(() => expect(text()).toContain("Esikatselu"));
  expect(document.querySelector('[name="details.hours.weekly.monday"]')).toBeNull();

  await press("Esikatsele");
  await until(() => expect(sent("PreviewOpeningHours")).toMatchObject([{ followsSchedule: true }]));

  await check("details.follows_schedule");
  await write("details.hours.weekly.monday", "kahdeksasta");
  expect(text()).toContain("Aikoja ei voi esikatsella");
  await save();
  expect(text()).toContain("Maanantai: Kirjoita kellonajat muodossa");
  expect(sent("SaveChatQueue")).toEqual([]);

  await write("details.hours.weekly.monday", "8-11, 22-24");
  await press("Esikatsele");
  const weekly = [
    { weekday: 1, hours: { from: "08:00", until: "11:00" } },
    { weekday: 1, hours: { from: "22:00", until: "24:00" } },
  ];
  await until(() => expect(sent("PreviewOpeningHours")[1]).toMatchObject({ hours: { weekly } }));
  await until(() => expect(text()).toContain("Näin jono olisi juuri nyt"));
  await save();
  await until(() =>
    expect(sent("SaveChatQueue")).toMatchObject([{ details: { name, hours: { weekly } }, version: 3n }]),
  );
});

it("CHA-02 leaves a queue's own hours as they are kept when it follows the schedule, whatever was typed over them", async () => {
  const own = { ...queue, details: { ...details, followsSchedule: false, hours: { rule: 2 } } };
  const answers = ({ method, reply }: SeenCall) =>
    method === "GetChatQueue" ? reply({ chatQueue: own }) : answer({ method, reply } as SeenCall);
  const { calls } = await open(`/admin/chat/${id}`, answers);
  await until(() => expect(document.querySelector('[name="details.hours.weekly.monday"]')).not.toBeNull());
  await write("details.hours.weekly.monday", "kahdeksasta");
  await press("Lisää poikkeus");
  await check("details.follows_schedule");
  await save();
  const saved = () => calls.filter(({ method }) => method === "SaveChatQueue").map(({ request }) => request);
  await until(() => expect(saved()).toMatchObject([{ details: { followsSchedule: true } }]));
  const [{ fields, details: sent }] = saved() as [{ fields: string[]; details: { hours?: object } }];
  expect(fields).toContain("follows_schedule");
  expect(fields).not.toContain("hours");
  expect(sent.hours).toBeUndefined();
});

it("CHA-13 asks again when a queue stands otherwise by itself, in the list and in the editor", async () => {
  const pages = [
    ["/admin/chat", "ListChatQueues"],
    [`/admin/chat/${id}`, "GetChatQueue"],
  ] as const;
  for (const [path, asking] of pages) {
    refetches.at = [];
    const { calls } = await open(path, answer);
    await until(() => expect(refetches.at.at(-1)).toBe(changesAt));
    const asked = () => calls.filter(({ method }) => method === asking).length;
    const before = asked();
    await act(async () => refetches.refetch());
    await until(() => expect(asked()).toBe(before + 1));
  }
});

it("CHA-02 keeps the default schedule, and names the queues that follow it", async () => {
  const { calls } = await open("/admin/chat/schedule", answer);
  await until(() => expect(text()).toContain("Oletusaikataulua noudattavat jonot"));
  expect(document.querySelector(`a[href$="/admin/chat/${id}"]`)?.textContent).toBe("Neuvolan chat");
  await write("details.hours.weekly.sunday", "0-24");
  await save();
  const saved = () => calls.filter(({ method }) => method === "SaveChatSchedule").map(({ request }) => request);
  await until(() =>
    expect(saved()).toMatchObject([
      { details: { hours: { weekly: [{ weekday: 7, hours: { from: "00:00", until: "24:00" } }] } }, fields: ["hours"] },
    ]),
  );
});
