/** A chat that is over, as residents find it: how it was, and what was said in it. */
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SeenCall } from "../../shared/test/fake-transport";
import { refused } from "../../shared/test/refused";
import { open, until } from "./open";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-27T09:00:00Z"), toFake: ["Date"] });
});

afterEach(() => {
  vi.useRealTimers();
});

const at = (iso: string) => ({ seconds: BigInt(Date.parse(iso) / 1_000), nanos: 0 });
const chatId = "0190f5a0-0000-7000-8000-0000000000c1";
const active = 2;
const ended = 3;

const chat = {
  chatId,
  chatQueueName: { texts: { fi: "Sairaanhoitajan chat" } },
  state: ended,
  practitionerName: "Sari Hoitaja",
  joinedAt: at("2026-11-27T08:10:00Z"),
  acceptedAt: at("2026-11-27T08:20:00Z"),
  overAt: at("2026-11-27T08:45:00Z"),
  endedBy: 2,
};

const messages = [
  { number: 1, side: 2, text: "Hei!", writtenAt: at("2026-11-27T08:21:00Z"), practitionerName: "Liisa Virtanen" },
  { number: 2, side: 1, text: "Lääkkeeni loppuu.", writtenAt: at("2026-11-27T08:22:30Z") },
  { number: 3, side: 2, text: "Uusin sen.", writtenAt: at("2026-11-27T08:40:00Z"), practitionerName: "Sari Hoitaja" },
];

const page = () => document.querySelector("main")?.textContent ?? "";
const link = (words: string) =>
  [...document.querySelectorAll("main a")].find(({ textContent }) => textContent === words)?.getAttribute("href");
const button = (words: string) =>
  [...document.querySelectorAll<HTMLElement>("main button")].find(({ textContent }) => textContent === words);
const press = (words: string) =>
  act(async () => {
    button(words)?.focus();
    button(words)?.click();
  });

/** Answers as the service would of a chat with this rating; what is told of it is kept. */
function service(rating: () => number, rate: (call: SeenCall) => unknown = ({ reply }) => reply({})) {
  return (call: SeenCall): unknown => {
    if (call.method === "GetChat") return call.reply({ chat: { ...chat, rating: rating() }, messages });
    return call.method === "RateChat" ? rate(call) : call.reply({});
  };
}

it("CHA-08 asks how a chat was once it is over, says thanks, and remembers it", async () => {
  let rating = 0;
  const answer = service(
    () => rating,
    ({ request, reply }) => {
      rating = (request as { rating: number }).rating;
      return reply({});
    },
  );
  const { calls } = await open(`/chat/${chatId}`, answer);
  await until(() => expect(page()).toContain("Miten keskustelu sujui?"));
  expect(page()).toContain("Vastaustasi ei kerrota ammattilaiselle.");
  await press("Hyvin");
  await until(() => expect(page()).toContain("Kiitos palautteestasi. Vastasit: Hyvin."));
  expect([rating, calls.filter(({ method }) => method === "RateChat").length]).toEqual([1, 1]);
  expect(button("Huonosti")).toBeUndefined();
  await until(() => expect(document.activeElement).toHaveTextContent("Kiitos palautteestasi."));
  await open(`/chat/${chatId}`, answer);
  await until(() => expect(page()).toContain("Kiitos palautteestasi. Vastasit: Hyvin."));
});

it("CHA-08 shows what was said in another window where something else is refused", async () => {
  let rating = 0;
  await open(
    `/chat/${chatId}`,
    service(
      () => rating,
      () => {
        rating = 2;
        throw refused("chat_rated");
      },
    ),
  );
  await until(() => expect(button("Hyvin")).toBeDefined());
  await press("Hyvin");
  await until(() => expect(page()).toContain("Kiitos palautteestasi. Vastasit: Huonosti."));
  expect(document.body).toHaveTextContent("Olet jo antanut palautteen tästä keskustelusta.");
  await until(() => expect(document.activeElement).toHaveTextContent("Kiitos palautteestasi."));
});

it("CHA-06 leads from a chat that is over to its text, with who took part and when, and each message with its time", async () => {
  const answer = service(() => 0);
  await open(`/chat/${chatId}`, answer);
  await until(() => expect(link("Avaa keskustelun teksti")).toBe(`/fi/events/transcript/${chatId}`));
  await open(`/events/transcript/${chatId}`, answer);
  await until(() => expect(document.querySelector("h1")).toHaveTextContent("Keskustelun teksti"));
  const facts = () => [...document.querySelectorAll("main dl > div")].map(({ children }) => children[1]?.textContent);
  await until(() => expect(facts()[1]).toBe("Eino Saarinen, Liisa Virtanen, Sari Hoitaja"));
  expect(facts()).toEqual([
    "Sairaanhoitajan chat",
    "Eino Saarinen, Liisa Virtanen, Sari Hoitaja",
    "27.11.2026 klo 10:10",
    "27.11.2026 klo 10:20",
    "Sari Hoitaja päätti keskustelun 27.11.2026 klo 10:45.",
  ]);
  const said = [...document.querySelectorAll("main li")].map((each) => [
    each.querySelector("strong")?.textContent,
    each.querySelector("time")?.textContent,
    each.lastElementChild?.textContent,
  ]);
  expect(said).toEqual([
    ["Liisa Virtanen", "10.21", "Hei!"],
    ["Eino Saarinen", "10.22", "Lääkkeeni loppuu."],
    ["Sari Hoitaja", "10.40", "Uusin sen."],
  ]);
  expect(button("Tulosta")).toBeDefined();
  expect(link("Palaa keskusteluun")).toBe(`/fi/chat/${chatId}`);
});

it("CHA-06 names the files of messages in the text of a chat, to be fetched and, on paper, to be read", async () => {
  const attachments = [
    { attachmentId: chatId, fileName: "lähete.pdf", sizeBytes: 2048n, extension: ".pdf", scanState: 2 },
    { attachmentId: "unknown" },
  ];
  await open(`/events/transcript/${chatId}`, ({ method, reply }) =>
    method === "GetChat" ? reply({ chat, messages: [{ ...messages[1], text: "", attachments }] }) : reply({}),
  );
  await until(() => expect(button("lähete.pdf")).toBeDefined());
  const lists = [...document.querySelectorAll("main ul[aria-label=Liitteet]")];
  const names = lists.map((list) => [...list.children].map(({ textContent }) => textContent));
  expect(names.at(-1)).toEqual(["lähete.pdf", "Liitettä ei voi näyttää juuri nyt."]);
});

it("CHA-06 leads from the text of a chat that goes on to the chat itself", async () => {
  await open(`/events/transcript/${chatId}`, ({ method, reply }) =>
    method === "GetChat" ? reply({ chat: { ...chat, state: active }, messages }) : reply({}),
  );
  await until(() => expect(page()).toContain("Keskustelu on vielä kesken."));
  expect(page()).not.toContain("Lääkkeeni loppuu.");
  expect(link("Palaa keskusteluun")).toBe(`/fi/chat/${chatId}`);
});
