/** Summaries of chats, made by a language model: asked for, read against the messages, edited, accepted and copied, rejected, cleared. */
import { create, toBinary } from "@bufbuild/protobuf";
import { base64Encode } from "@bufbuild/protobuf/wire";
import { act, createElement } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetDrafts } from "../../shared/src/drafts";
import { api } from "../../shared/src/rpc/api";
import { BadRequestSchema, StatusSchema } from "../../shared/src/rpc/gen/google/rpc/details_pb";
import type { ChatJson, ChatMessageJson } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/chat_pb";
import { ChatSummaryFailure, ChatSummaryState } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/chat_summary_pb";
import { CallError, Code } from "../../shared/src/rpc/transport";
import type { SeenCall } from "../../shared/test/fake-transport";
import { refused } from "../../shared/test/refused";
import { allByRole, byRole, focus, focused } from "../../shared/test/screen";
import { newerThan, summaryText } from "../src/features/chat/summary/words";
import { id, open, until } from "./open";

interface ThreadProps {
  readonly label: string;
  readonly messages: readonly ChatMessageJson[];
}

/** The chat as its own room would tell of it. */
const room = vi.hoisted((): { chat: ChatJson; messages: ChatMessageJson[] } => ({ chat: {}, messages: [] }));
vi.mock("@kajo/shared/chat", async (original) => ({
  ...(await original<object>()),
  useChat: (_id: string, skip = false) => ({
    chat: skip ? undefined : room.chat,
    messages: room.messages,
    query: { data: skip ? undefined : room.chat, refetch: () => {} },
  }),
  ChatThread: ({ label, messages }: ThreadProps) =>
    createElement(
      "div",
      { role: "log", "aria-label": label },
      messages.map(({ number, text }) => createElement("p", { key: number, "data-message": number }, text)),
    ),
  ChatComposer: ({ disabled }: { disabled: boolean }) =>
    createElement("textarea", { "aria-label": "Viesti", disabled }),
  EndChatButton: () => null,
  NotSent: () => null,
}));

const chatId = `${id.slice(0, -1)}7`;

/** What the server knows, and what it says no with. */
let summary: object | undefined;
let offered: boolean;
let refusal: Error | undefined;

const writeText = vi.fn(async (_text: string) => {});

beforeEach(() => {
  forgetDrafts();
  sessionStorage.clear();
  room.chat = { chatId, state: "CHAT_STATE_ACTIVE" };
  room.messages = [
    { number: 1, side: "CHAT_SIDE_CUSTOMER", text: "Jalka on kipeä." },
    { number: 2, side: "CHAT_SIDE_PRACTITIONER", text: "Milloin se alkoi?" },
    { number: 3, side: "CHAT_SIDE_CUSTOMER", text: "Eilen juostessa." },
  ];
  summary = undefined;
  offered = true;
  refusal = undefined;
  writeText.mockReset();
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
});

afterEach(() => {
  Reflect.deleteProperty(navigator, "clipboard");
});

const done = (more: object = {}) => ({
  state: ChatSummaryState.DONE,
  untilNumber: 3,
  sentences: [
    { text: "Jalka kipeytyi eilen.", messageNumbers: [1, 3] },
    { text: "Lääke aloitettiin.", messageNumbers: [999], unsupported: true },
  ],
  version: 4n,
  ...more,
});

const whole = "Jalka kipeytyi eilen.\nLääke aloitettiin.";

const commands = ["Request", "Edit", "Accept", "Reject", "Clear"].map((each) => `${each}ChatSummary`);

/** Opens the chat. `onCommand`: what becomes of the summary when a command was heard. */
async function openChat(onCommand: (method: string) => void = () => {}) {
  const page = await open(`/chat/${chatId}`, ({ method, reply }: SeenCall) => {
    if (method === "ListWorkContexts") return reply({ roleId: id, locationId: id });
    if (method === "ListWaitingChats") return reply({ own: [{ chatId, customerName: "Eino Esimerkki" }] });
    if (method === "GetChatCustomer") return reply({ customer: { chatId, name: "Eino Esimerkki" } });
    if (method === "GetChatSummary") return reply({ ...(summary ? { summary } : {}), offered, textMaxChars: 40 });
    if (commands.includes(method)) {
      if (refusal) throw refusal;
      onCommand(method);
    }
    return reply();
  });
  const sent = (wanted: string) => page.calls.filter(({ method }) => method === wanted).map(({ request }) => request);
  /** A fact has told that it is another one now. */
  const tell = () =>
    act(async () => void page.store.dispatch(api.util.invalidateTags([{ type: "ChatSummary", id: chatId }])));
  await until(() => expect(sent("GetChatSummary").length).toBeGreaterThan(0));
  return { ...page, sent, tell };
}

/** A refusal at one field. */
function refusedAt(field: string, reason: string): CallError {
  const value = toBinary(BadRequestSchema, create(BadRequestSchema, { fieldViolations: [{ field, reason }] }));
  const details = [{ typeUrl: "type.googleapis.com/google.rpc.BadRequest", value }];
  const code = Code.invalidArgument;
  return new CallError(code, "", base64Encode(toBinary(StatusSchema, create(StatusSchema, { code, details }))));
}

const text = () => document.body.textContent ?? "";
const part = () => document.querySelector("[data-row=chat-summary]");
const told = () => part()?.querySelector("[role=status]")?.textContent;
const heading = () => byRole("heading", "Yhteenveto");
const field = () => byRole("textbox", /^Yhteenvedon teksti/) as HTMLTextAreaElement;

/** As a browser does: what is pressed has the focus. */
async function press(name: string): Promise<void> {
  await until(() => expect(byRole("button", name)).not.toHaveAttribute("aria-disabled"));
  await focus(byRole("button", name));
  await act(async () => byRole("button", name).click());
}

/** In the dialog that asks. */
async function confirm(words: string): Promise<void> {
  const dialog = document.querySelector("[role=alertdialog]");
  const button = [...(dialog?.querySelectorAll("button") ?? [])].find((each) => each.textContent === words);
  await act(async () => button?.click());
}

async function write(words: string): Promise<void> {
  const area = field();
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(area, words);
    area.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

it("CHA-10 copies the professional's own words, else the sentences of the model, and counts what came later", () => {
  const sentences = [{ text: "Yksi." }, { text: "Kaksi." }];
  expect(summaryText({ sentences })).toBe("Yksi.\nKaksi.");
  expect(summaryText({ sentences, editedText: "Oma." })).toBe("Oma.");
  expect(summaryText()).toBe("");
  expect(newerThan({ untilNumber: 1 }, [{ number: 1 }, { number: 2 }, { number: 3 }])).toBe(2);
});

it("CHA-10 shows nothing where no summary is offered and none exists", async () => {
  offered = false;
  await openChat();
  await until(() => byRole("heading", "Eino Esimerkki"));
  expect(part()).toBeNull();
});

it("CHA-10 says where the messages go, asks for a summary, tells that it is made, and gives it up", async () => {
  const { sent } = await openChat((method) => {
    summary = method === "RequestChatSummary" ? { state: ChatSummaryState.CREATING, version: 1n } : undefined;
  });
  await until(() => byRole("button", "Luo yhteenveto"));
  expect(byRole("button", "Luo yhteenveto")).toHaveAccessibleDescription(/kielimallille ilman osapuolten nimiä/);
  expect(told()).toBe("");
  await press("Luo yhteenveto");
  await until(() => expect(told()).toContain("Yhteenvetoa tehdään."));
  expect(sent("RequestChatSummary")).toMatchObject([{ chatId }]);
  // The button that was pressed has gone, and the chat goes on.
  expect(focused()).toBe(heading());
  expect(byRole("textbox", "Viesti")).toBeEnabled();
  await press("Keskeytä");
  await until(() => byRole("button", "Luo yhteenveto"));
  expect(sent("ClearChatSummary")).toMatchObject([{ chatId }]);
  expect(focused()).toBe(heading());
});

it.each([
  ["summary_off", "Yhteenvedot eivät ole käytössä tässä jonossa."],
  ["summary_empty", "Keskustelussa ei ole vielä viestejä, joista yhteenvedon voisi tehdä."],
  ["summary_there", "Yhteenveto on jo tehty tai tekeillä."],
])("CHA-10 says why no summary is asked for (%s), and looks again", async (reason, words) => {
  const { sent } = await openChat();
  await until(() => byRole("button", "Luo yhteenveto"));
  refusal = refused(reason);
  await press("Luo yhteenveto");
  await until(() => expect(text()).toContain(`Yhteenvetoa ei voitu pyytää. ${words}`));
  await until(() => expect(sent("GetChatSummary").length).toBe(2));
});

it("CHA-10 shows each sentence with its messages, says what stands in none, and what is newer", async () => {
  summary = { state: ChatSummaryState.CREATING, version: 1n };
  const { tell } = await openChat();
  await until(() => expect(told()).toContain("Yhteenvetoa tehdään."));
  summary = done({ untilNumber: 2 });
  await tell();
  await until(() => expect(told()).toContain("Yhteenveto on valmis."));
  expect(part()?.textContent).toContain("Tekoälyn tekemä, tarkista ennen käyttöä");
  const [first, second] = [...(part()?.querySelectorAll("li") ?? [])].map((each) => each.textContent);
  expect(first).toBe("Jalka kipeytyi eilen.Viestit 1, 3");
  expect(second).toBe("Lääke aloitettiin.Viesti 999Tarkista: ei löydy viesteistä");
  expect(part()?.textContent).toContain("Yhteenvedosta puuttuu 1 uudempi viesti.");
  // The model may name messages that there are not.
  expect(allByRole("button", "Näytä viesti 999")).toEqual([]);
  await press("Näytä viesti 3");
  expect(focused().textContent).toBe("Eilen juostessa.");
});

it("CHA-10 shows the summary of a chat that is over as well", async () => {
  room.chat = { chatId, state: "CHAT_STATE_ENDED" };
  summary = done();
  await openChat();
  await until(() => byRole("button", "Hyväksy ja kopioi"));
  expect(part()?.textContent).not.toContain("Yhteenvedosta puuttuu");
});

it("CHA-10 accepts and copies at once; afterwards the same button copies, and keeps the focus", async () => {
  summary = done();
  const { sent } = await openChat(() => {
    summary = done({ accepted: true, version: 5n });
  });
  await until(() => byRole("button", "Hyväksy ja kopioi"));
  await press("Hyväksy ja kopioi");
  await until(() => expect(text()).toContain("Yhteenveto on hyväksytty ja kopioitu leikepöydälle."));
  expect(sent("AcceptChatSummary")).toMatchObject([{ chatId, version: 4n }]);
  expect(writeText).toHaveBeenCalledExactlyOnceWith(whole);
  await until(() => byRole("button", "Kopioi"));
  expect(focused()).toBe(byRole("button", "Kopioi"));
  expect(part()?.textContent).toContain("Hyväksytty");
  await press("Kopioi");
  await until(() => expect(text()).toContain("Yhteenveto on kopioitu leikepöydälle."));
  expect(writeText).toHaveBeenCalledTimes(2);
  expect(sent("AcceptChatSummary").length).toBe(1);
});

it("CHA-10 stays accepted when copying failed, says so, and copies on another try", async () => {
  summary = done();
  writeText.mockRejectedValueOnce(new Error("no"));
  await openChat(() => {
    summary = done({ accepted: true, version: 5n });
  });
  await until(() => byRole("button", "Hyväksy ja kopioi"));
  await press("Hyväksy ja kopioi");
  await until(() => expect(text()).toContain("Yhteenveto on hyväksytty, mutta kopiointi leikepöydälle ei onnistunut."));
  await until(() => byRole("button", "Kopioi"));
  expect(part()?.textContent).toContain("Jalka kipeytyi eilen.");
  await press("Kopioi");
  await until(() => expect(text()).toContain("Yhteenveto on kopioitu leikepöydälle."));
});

it("CHA-10 copies nothing that is not accepted, and shows what stands there now", async () => {
  summary = done();
  await openChat();
  await until(() => byRole("button", "Hyväksy ja kopioi"));
  refusal = refused("stale_version");
  summary = done({ editedText: "Muualla muokattu.", version: 5n });
  await press("Hyväksy ja kopioi");
  await until(() => expect(text()).toContain("Yhteenvetoa ei voitu hyväksyä."));
  await until(() => expect(part()?.textContent).toContain("Muualla muokattu."));
  expect(writeText).not.toHaveBeenCalled();
});

it("CHA-10 edits the text with a counter, tells at the field what is wrong, and saves", async () => {
  summary = done();
  const { sent } = await openChat(() => {
    summary = done({ sentences: [], editedText: "Jalka kipeytyi.", version: 5n });
  });
  await until(() => byRole("button", "Muokkaa"));
  await press("Muokkaa");
  expect(focused()).toBe(field());
  expect(field().value).toBe(whole);
  expect(part()?.querySelector("[data-testid=character-count]")?.textContent).toBe("40 / 40");
  await write(" ");
  await press("Tallenna");
  await until(() => expect(field()).toHaveAccessibleDescription(/Kirjoita yhteenveto\./));
  await write("x".repeat(41));
  await press("Tallenna");
  await until(() => expect(field()).toHaveAccessibleDescription(/Enintään 40 merkkiä\./));
  expect(sent("EditChatSummary")).toEqual([]);
  await write("Jalka kipeytyi.");
  refusal = refusedAt("text", "chat_summary_text_too_long");
  await press("Tallenna");
  await until(() => expect(field()).toHaveAccessibleDescription(/Yhteenveto on liian pitkä\. Lyhennä sitä\./));
  expect(field().value).toBe("Jalka kipeytyi.");
  refusal = undefined;
  await press("Tallenna");
  await until(() => expect(text()).toContain("Yhteenveto on tallennettu."));
  expect(sent("EditChatSummary").at(-1)).toMatchObject({ chatId, text: "Jalka kipeytyi.", version: 4n });
  await until(() => expect(part()?.textContent).toContain("Tekoälyn tekemä ja ammattilaisen muokkaama"));
  expect(part()?.textContent).toContain("Jalka kipeytyi.");
  expect(focused()).toBe(byRole("button", "Muokkaa"));
});

it("CHA-10 keeps what was typed when somebody has edited it meanwhile, and when it has gone", async () => {
  summary = done();
  const { sent } = await openChat();
  await until(() => byRole("button", "Muokkaa"));
  await press("Muokkaa");
  await write("Omin sanoin.");
  refusal = refused("stale_version");
  summary = done({ editedText: "Muualla muokattu.", version: 5n });
  await press("Tallenna");
  await until(() => byRole("button", "Hylkää omani ja näytä uudet tiedot"));
  expect(field().value).toBe("Omin sanoin.");
  refusal = refused("summary_not_there");
  summary = undefined;
  await press("Tallenna");
  await until(() => expect(text()).toContain("Yhteenvetoa ei enää ole."));
  expect(sent("EditChatSummary").at(-1)).toMatchObject({ text: "Omin sanoin.", version: 5n });
  expect(field().value).toBe("Omin sanoin.");
  await press("Peruuta");
  await until(() => byRole("button", "Luo yhteenveto"));
});

it("CHA-10 asks before what was typed is left, and forgets it on cancelling", async () => {
  summary = done();
  const { router } = await openChat();
  await until(() => byRole("button", "Muokkaa"));
  await press("Muokkaa");
  await write("Omin sanoin.");
  await act(async () => void router.navigate({ to: "/chat" }));
  await until(() => byRole("alertdialog", "Poistutko tallentamatta?"));
  await confirm("Jatka muokkaamista");
  expect(field().value).toBe("Omin sanoin.");
  await press("Peruuta");
  expect(focused()).toBe(byRole("button", "Muokkaa"));
  expect(part()?.textContent).toContain("Jalka kipeytyi eilen.");
  await press("Muokkaa");
  expect(field().value).toBe(whole);
});

it("CHA-10 rejects a summary, says so, and offers a new one", async () => {
  summary = done();
  const { sent } = await openChat((method) => {
    const state = method === "RejectChatSummary" ? ChatSummaryState.REJECTED : ChatSummaryState.CREATING;
    summary = { state, version: 5n };
  });
  await until(() => byRole("button", "Hylkää"));
  await press("Hylkää");
  await until(() => expect(told()).toContain("Yhteenveto on hylätty"));
  expect(sent("RejectChatSummary")).toMatchObject([{ chatId, version: 4n }]);
  expect(part()?.textContent).not.toContain("Jalka kipeytyi eilen.");
  expect(focused()).toBe(heading());
  await press("Luo uusi yhteenveto");
  await until(() => expect(told()).toContain("Yhteenvetoa tehdään."));
});

it("CHA-10 asks before a summary is cleared, also one that can be made no more", async () => {
  summary = done();
  offered = false;
  const { sent } = await openChat(() => {
    summary = undefined;
  });
  await until(() => byRole("button", "Tyhjennä"));
  await press("Tyhjennä");
  expect(byRole("alertdialog", "Tyhjennetäänkö yhteenveto?").textContent).toContain("eikä sitä voi palauttaa");
  expect(sent("ClearChatSummary")).toEqual([]);
  await confirm("Tyhjennä");
  await until(() => expect(part()).toBeNull());
  expect(sent("ClearChatSummary")).toMatchObject([{ chatId }]);
  expect(text()).toContain("Yhteenveto on tyhjennetty.");
  expect(focused()).toBe(byRole("heading", "Eino Esimerkki"));
});

it.each([
  [ChatSummaryFailure.NO_ANSWER, "Yhteenvetoa ei voitu tehdä: kielimalli ei vastannut."],
  [ChatSummaryFailure.UNREADABLE, "Yhteenvetoa ei voitu tehdä: kielimallin vastaus ei ollut yhteenveto."],
  [
    ChatSummaryFailure.SWITCHED_OFF,
    "Yhteenvetoa ei tehty: yhteenvedot otettiin pois käytöstä. Viestejä ei lähetetty mihinkään.",
  ],
  // One that a newer server knows.
  [99 as ChatSummaryFailure, "Yhteenvetoa ei voitu tehdä."],
])("CHA-10 says why none could be made (%i), and tries again", async (failure, words) => {
  summary = { state: ChatSummaryState.FAILED, failure, version: 2n };
  const { sent } = await openChat(() => {
    summary = { state: ChatSummaryState.CREATING, version: 3n };
  });
  await until(() => expect(told()).toBe(words));
  await press("Yritä uudelleen");
  await until(() => expect(told()).toContain("Yhteenvetoa tehdään."));
  expect(sent("RequestChatSummary")).toMatchObject([{ chatId }]);
});

it("CHA-10 takes the word of a failure away where no summary can be had any more", async () => {
  summary = { state: ChatSummaryState.FAILED, failure: ChatSummaryFailure.SWITCHED_OFF, version: 2n };
  offered = false;
  await openChat(() => {
    summary = undefined;
  });
  await until(() => byRole("button", "Tyhjennä"));
  expect(allByRole("button", "Yritä uudelleen")).toEqual([]);
  await press("Tyhjennä");
  await until(() => expect(part()).toBeNull());
});

it("OPS-09 CHA-10 says neutrally that the state of a summary is not known", async () => {
  summary = { state: 99 as ChatSummaryState, version: 2n };
  await openChat();
  await until(() => expect(told()).toBe("Yhteenvedon tilaa ei tunneta. Lataa sivu uudelleen."));
  byRole("button", "Tyhjennä");
});
