/** Reading and writing in a chat. */
import { create, toBinary } from "@bufbuild/protobuf";
import { act } from "react";
import { Provider } from "react-redux";
import { beforeEach, describe, expect, it } from "vitest";
import { createAppStore } from "../src/app/store";
import { ChatComposer, ChatThread, EndChatButton, useLinePlace } from "../src/chat";
import { draftNames, loadDraft, saveDraft } from "../src/drafts/draft";
import { liveSlice } from "../src/live";
import { tellWhisper } from "../src/live/whispers";
import { type ChatMessageJson, LineMovedSchema, type MyChatJson } from "../src/rpc";
import { CallError, Code } from "../src/rpc/transport";
import { fakeTransport, type SeenCall } from "./fake-transport";
import { allByRole, byRole, focus, press, settle, show } from "./screen";

// Nothing is touched where nothing is measured.
window.matchMedia ??= () => ({ matches: false }) as MediaQueryList;

beforeEach(() => {
  for (const name of draftNames()) saveDraft(name, undefined);
});

const chatId = "0190f5a0-0000-7000-8000-000000000001";

async function room(isDown: () => boolean = () => false) {
  const fake = fakeTransport((call: SeenCall) => {
    if (call.method !== "GetChat" && isDown()) throw new CallError(Code.unavailable, "");
    return call.reply();
  });
  const store = createAppStore({
    transport: fake.transport,
    language: "fi",
    expectsSession: false,
    wait: async () => {},
  });
  await show(
    <Provider store={store}>
      <ChatComposer chatId={chatId} disabled={false} files={false} maxChars={20} />
      <EndChatButton chatId={chatId} />
    </Provider>,
  );
  const written = () => fake.calls.filter(({ method }) => method === "WriteChatMessage");
  return { ...fake, written };
}

const field = () => byRole("textbox", /^Viesti/) as HTMLTextAreaElement;

async function write(text: string) {
  await focus(field());
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(field(), text);
    field().dispatchEvent(new Event("input", { bubbles: true }));
  });
}

const textOf = (call: SeenCall | undefined) => (call?.request as { text?: string } | undefined)?.text;

describe("CHA-06 writing into a chat", () => {
  it("sends by Enter, breaks the line by Shift and Enter, and sends nothing that is empty", async () => {
    const { written } = await room();
    await write("  ");
    await press("Enter");
    await write("Hei");
    await press("Enter", { shiftKey: true });
    expect(written()).toEqual([]);
    await press("Enter");
    await settle(50);
    expect(written().map(textOf)).toEqual(["Hei"]);
    expect([field().value, draftNames()]).toEqual(["", []]);
  });

  it("keeps what could not be sent, in its order, and sends it again under the same key", async () => {
    let isDown = true;
    const { written } = await room(() => isDown);
    await write("Yksi");
    await press("Enter");
    await settle(50);
    expect(byRole("alert").textContent).toContain("Viestiä ei lähetetty.");
    await write("Kaksi");
    await press("Enter");
    expect(loadDraft(`outbox/${chatId}`, { unsent: [] as { text: string }[] }).unsent.map(({ text }) => text)).toEqual([
      "Yksi",
      "Kaksi",
    ]);
    const keyOf = (call: SeenCall | undefined) => call?.options.metadata?.["idempotency-key"];
    const first = keyOf(written()[0]);
    isDown = false;
    await focus(byRole("button", "Yritä uudelleen"));
    await press("Enter");
    await settle(50);
    expect(written().slice(-2).map(textOf)).toEqual(["Yksi", "Kaksi"]);
    expect(keyOf(written().at(-2))).toBe(first);
    expect(draftNames()).toEqual([]);
  });

  it("goes on after a reload with what was typed and what was on its way", async () => {
    saveDraft(`outbox/${chatId}`, { text: "Kesken", unsent: [{ key: "k", text: "Matkalla" }] });
    const { written } = await room();
    await settle(50);
    expect([field().value, written().map(textOf)]).toEqual(["Kesken", ["Matkalla"]]);
  });

  it("says that it is too long instead of sending it", async () => {
    const { written } = await room();
    await write("a".repeat(21));
    await press("Enter");
    expect(written()).toEqual([]);
    expect(document.body.textContent).toContain("Teksti on liian pitkä. Enintään 20 merkkiä.");
  });

  it("ends the chat only when that was confirmed", async () => {
    const { calls } = await room();
    await focus(byRole("button", "Päätä chat"));
    await press("Enter");
    expect(byRole("alertdialog", "Päätetäänkö chat?")).toBeTruthy();
    expect(calls).toEqual([]);
    await focus(allByRole("button", "Päätä chat").at(-1) as HTMLElement);
    await press("Enter");
    await settle(50);
    expect(calls.map(({ method }) => method)).toEqual(["EndChat"]);
  });
});

it("CHA-06 shows who wrote what and when, in a log with a name", async () => {
  const messages = [
    { number: 1, side: "CHAT_SIDE_CUSTOMER", text: "Hei", writtenAt: "2026-11-27T08:30:00Z" },
    {
      number: 2,
      side: "CHAT_SIDE_PRACTITIONER",
      text: "Miten voin auttaa?",
      writtenAt: "2026-11-27T08:31:00Z",
      practitionerName: "Liisa Virtanen",
    },
  ] as const;
  const store = createAppStore({
    transport: fakeTransport().transport,
    language: "fi",
    expectsSession: false,
    wait: async () => {},
  });
  const showThread = (written: readonly ChatMessageJson[]) =>
    show(
      <Provider store={store}>
        <ChatThread
          chatId={chatId}
          isOn={false}
          label="Chat"
          messages={written}
          otherName="Liisa"
          side="CHAT_SIDE_CUSTOMER"
        />
      </Provider>,
    );
  await showThread(messages);
  const log = byRole("log", "Chat");
  const bubbles = [...log.querySelectorAll("article")].map((each) => [
    each.getAttribute("aria-label"),
    each.hasAttribute("data-own"),
  ]);
  expect(bubbles).toEqual([
    ["Viesti: Sinä", true],
    ["Viesti: Liisa Virtanen", false],
  ]);
  expect(log.textContent).toContain("10.31");
  await showThread([]);
  expect(byRole("log", "Chat").textContent).toBe("Viestejä ei vielä ole.");
});

let asked = 0;

function Place({ chat }: { readonly chat: MyChatJson | undefined }) {
  const place = useLinePlace(chat, async () => {
    asked += 1;
    return { ticket: "20", ahead: 2, lineSeq: "8" };
  });
  return <p>{place ? `${place.ahead}` : "-"}</p>;
}

describe("CHA-04 the place in the line", () => {
  const waiting: MyChatJson = {
    chatId,
    chatQueueId: "q",
    state: "CHAT_STATE_WAITING",
    place: { ticket: "20", ahead: 3, lineSeq: "7" },
  };
  const whisper = (chatQueueId: string, fromSeq: bigint) => {
    const moved = create(LineMovedSchema, { chatQueueId, fromSeq, changes: [{ ticket: 12n }] });
    tellWhisper({ message: LineMovedSchema.typeName, payload: toBinary(LineMovedSchema, moved) });
  };

  it("is moved by whispers of its own line, and asked for when the page is seen again", async () => {
    asked = 0;
    const { transport } = fakeTransport();
    const store = createAppStore({ transport, language: "fi", expectsSession: false, wait: async () => {} });
    store.dispatch(liveSlice.actions.connectedChanged(true));
    const showPlace = (chat: MyChatJson | undefined) =>
      show(
        <Provider store={store}>
          <Place chat={chat} />
        </Provider>,
      );
    const text = () => document.querySelector("p")?.textContent;
    await showPlace(waiting);
    await settle(50);
    expect([asked, text()]).toEqual([1, "2"]);
    whisper("another", 9n);
    whisper("q", 9n);
    await settle(200);
    expect([asked, text()]).toEqual([1, "1"]);
    document.dispatchEvent(new Event("visibilitychange"));
    await settle(50);
    expect([asked, text()]).toEqual([2, "2"]);
    await showPlace({ ...waiting, state: "CHAT_STATE_ACTIVE" });
    expect(text()).toBe("-");
    await showPlace(undefined);
    expect(text()).toBe("-");
  });
});
