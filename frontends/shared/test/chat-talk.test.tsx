/** A chat that feels live: who writes at this moment, and how far each side has read. */
import { create, type DescMessage, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { act } from "react";
import { Provider } from "react-redux";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createAppStore } from "../src/app/store";
import { ChatComposer, ChatThread, useChat } from "../src/chat";
import { type MarkTeller, markTeller } from "../src/chat/mark-teller";
import { reachOf, risen } from "../src/chat/marks";
import { merged } from "../src/chat/merge";
import { typingTeller } from "../src/chat/typing";
import { liveSlice } from "../src/live";
import { tellWhisper } from "../src/live/whispers";
import { api, ChatMarkedSchema, ChatSide, ChatTypingSchema, type MarkChatRequest } from "../src/rpc";
import { fakeTransport, type SeenCall } from "./fake-transport";
import { until } from "./pages";
import { byRole, focus, show } from "./screen";

// Nothing is touched where nothing is measured.
window.matchMedia ??= () => ({ matches: false }) as MediaQueryList;

const chatId = "0190f5a0-0000-7000-8000-000000000001";

describe("CHA-06 marks", () => {
  it("only rise, whatever comes first", () => {
    const marks = risen(
      [{ side: "CHAT_SIDE_CUSTOMER", deliveredNumber: 4, seenNumber: 1 }],
      [
        { side: "CHAT_SIDE_CUSTOMER", deliveredNumber: 3, seenNumber: 2 },
        { side: "CHAT_SIDE_PRACTITIONER", deliveredNumber: 1 },
      ],
    );
    expect(marks).toEqual([
      { side: "CHAT_SIDE_CUSTOMER", deliveredNumber: 4, seenNumber: 2 },
      { side: "CHAT_SIDE_PRACTITIONER", deliveredNumber: 1, seenNumber: 0 },
    ]);
    const before = { marks };
    const after = merged(before, { marks: [{ side: "CHAT_SIDE_CUSTOMER", deliveredNumber: 1, seenNumber: 1 }] });
    expect(after.marks).toEqual(marks);
  });

  it("begin anew with whoever accepts a chat that was put back into the line", () => {
    const chat = (acceptedAt: string) => ({ chatId, state: "CHAT_STATE_ACTIVE" as const, acceptedAt });
    const mark = (number: number) => ({
      side: "CHAT_SIDE_PRACTITIONER" as const,
      deliveredNumber: number,
      seenNumber: number,
    });
    const [first, second] = ["2026-11-27T08:00:00Z", "2026-11-27T08:20:00Z"] as const;
    const before = { chat: chat(first), marks: [mark(4)] };
    expect(merged(before, { chat: chat(first), marks: [mark(1)] }).marks).toEqual([mark(4)]);
    expect(merged(before, { chat: chat(second), marks: [mark(1)] }).marks).toEqual([mark(1)]);
    expect(merged(before, { chat: chat(second) }).marks).toEqual([]);
    expect(merged(before, { chat: { chatId, state: "CHAT_STATE_WAITING" } }).marks).toEqual([]);
  });

  it("begin anew with a colleague who takes the chat over, and not with the next answer", () => {
    const chat = (takenOverAt?: string) => ({
      chatId,
      state: "CHAT_STATE_ACTIVE" as const,
      acceptedAt: "2026-11-27T08:00:00Z",
      ...(takenOverAt ? { takenOverAt } : {}),
    });
    const mark = { side: "CHAT_SIDE_PRACTITIONER" as const, deliveredNumber: 4, seenNumber: 4 };
    const before = { chat: chat(), marks: [mark] };
    const takenOver = { chat: chat("2026-11-27T08:20:00Z"), marks: [] };
    expect(merged(before, takenOver).marks).toEqual([]);
    expect(merged({ ...takenOver, marks: [mark] }, takenOver).marks).toEqual([mark]);
  });

  it("say how far a message has come", () => {
    const mark = { deliveredNumber: 3, seenNumber: 2 };
    expect([2, 3, 4].map((number) => reachOf(number, mark))).toEqual(["seen", "delivered", "sent"]);
    expect(reachOf(1, undefined)).toBe("sent");
  });
});

describe("CHA-06 what is told of oneself", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const told: [number, number][] = [];
  let isDown = false;
  const teller = (): MarkTeller => {
    told.length = 0;
    isDown = false;
    return markTeller({
      known: { deliveredNumber: 2, seenNumber: 2 },
      tell: async ({ deliveredNumber, seenNumber }) => {
        told.push([deliveredNumber, seenNumber]);
        return !isDown;
      },
    });
  };
  const note = (to: MarkTeller, deliveredNumber: number, seenNumber: number) =>
    to.note({ deliveredNumber, seenNumber });

  it("tells at once what came and was seen together, then at most once a second, and nothing that is known", async () => {
    const marks = teller();
    note(marks, 2, 2);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told).toEqual([]);
    note(marks, 3, 0);
    note(marks, 3, 3);
    await vi.advanceTimersByTimeAsync(100);
    expect(told).toEqual([[3, 3]]);
    note(marks, 4, 0);
    note(marks, 5, 4);
    await vi.advanceTimersByTimeAsync(800);
    expect(told).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(told.slice(1)).toEqual([[5, 4]]);
    note(marks, 4, 1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told).toHaveLength(2);
  });

  it("tells what failed together with what comes next, or when it is said to", async () => {
    const marks = teller();
    isDown = true;
    note(marks, 3, 3);
    await vi.advanceTimersByTimeAsync(100);
    isDown = false;
    note(marks, 3, 3);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(told).toEqual([
      [3, 3],
      [3, 3],
    ]);
    isDown = true;
    note(marks, 4, 4);
    await vi.advanceTimersByTimeAsync(1_000);
    isDown = false;
    marks.tellAgain();
    await vi.advanceTimersByTimeAsync(1_000);
    marks.tellAgain();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told.slice(2)).toEqual([
      [4, 4],
      [4, 4],
    ]);
  });

  it("tells what failed also where the same was noted while it was on its way", async () => {
    let answer = (_isTold: boolean) => {};
    let tries = 0;
    const tell = () =>
      new Promise<boolean>((resolve) => {
        tries += 1;
        answer = resolve;
      });
    const marks = markTeller({ known: { deliveredNumber: 2, seenNumber: 2 }, tell });
    note(marks, 3, 3);
    await vi.advanceTimersByTimeAsync(100);
    note(marks, 3, 3);
    answer(false);
    await vi.advanceTimersByTimeAsync(1_000);
    marks.tellAgain();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(tries).toBe(2);
  });

  it("tells what it has still to tell when it is stopped, and nothing any more then", async () => {
    const marks = teller();
    note(marks, 3, 3);
    marks.stop();
    expect(told).toEqual([[3, 3]]);
    marks.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told).toHaveLength(1);
  });

  it("says at most every three seconds that somebody writes, and nothing of an empty field", () => {
    let said = 0;
    const typed = typingTeller(() => {
      said += 1;
    });
    typed("  ");
    expect(said).toBe(0);
    typed("H");
    typed("He");
    vi.advanceTimersByTime(2_900);
    typed("Hei");
    expect(said).toBe(1);
    vi.advanceTimersByTime(200);
    typed("");
    expect(said).toBe(1);
    typed("Hei!");
    expect(said).toBe(2);
    // Sent: the next message is another one.
    typed("");
    typed("M");
    expect(said).toBe(3);
  });
});

/** What is in sight, as the test says. */
class InSight {
  static readonly all = new Set<InSight>();
  static is = true;
  readonly #heard: IntersectionObserverCallback;
  constructor(heard: IntersectionObserverCallback) {
    this.#heard = heard;
  }
  observe() {
    InSight.all.add(this);
    this.tell();
  }
  disconnect() {
    InSight.all.delete(this);
  }
  tell() {
    this.#heard([{ isIntersecting: InSight.is } as IntersectionObserverEntry], this as never);
  }
}

function Room() {
  const { messages } = useChat(chatId);
  return (
    <>
      <ChatThread
        chatId={chatId}
        isOn
        label="Chat"
        messages={messages}
        otherName="Liisa Virtanen"
        side="CHAT_SIDE_CUSTOMER"
      />
      <ChatComposer chatId={chatId} disabled={false} files={false} maxChars={2_000} />
    </>
  );
}

const writtenAt = { seconds: BigInt(Date.UTC(2026, 10, 27, 8, 30) / 1_000), nanos: 0 };
const own = { number: 1, writtenAt, side: ChatSide.CUSTOMER, text: "Hei" };
const other = { number: 2, writtenAt, side: ChatSide.PRACTITIONER, text: "Hei! Miten voin auttaa?" };

async function room(since: () => object = () => ({ acceptedAt: writtenAt })) {
  const fake = fakeTransport(({ method, reply }: SeenCall) =>
    method === "GetChat" ? reply({ chat: { chatId, state: 2, ...since() }, messages: [own, other] }) : reply({}),
  );
  const store = createAppStore({
    transport: fake.transport,
    language: "fi",
    expectsSession: false,
    wait: async () => {},
  });
  store.dispatch(liveSlice.actions.connectedChanged(true));
  await show(
    <Provider store={store}>
      <Room />
    </Provider>,
  );
  const of = (name: string) => fake.calls.filter(({ method }) => method === name);
  await until(() => expect(of("MarkChat")).toHaveLength(1));
  return { store, of };
}

async function whisper<Schema extends DescMessage>(schema: Schema, fields: MessageInitShape<Schema>) {
  await act(async () => tellWhisper({ message: schema.typeName, payload: toBinary(schema, create(schema, fields)) }));
}

describe("CHA-06 a chat between two", () => {
  beforeEach(() => {
    InSight.is = true;
    vi.stubGlobal("IntersectionObserver", InSight);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const text = () => document.body.textContent;
  const marked = ({ request }: SeenCall) => {
    const { deliveredNumber, seenNumber } = request as MarkChatRequest;
    return [deliveredNumber, seenNumber];
  };

  it("marks what came as delivered, and as seen once its end is in sight, by calls that nobody caused", async () => {
    InSight.is = false;
    const { of } = await room();
    expect(of("MarkChat").map(marked)).toEqual([[2, 0]]);
    expect(of("MarkChat")[0]?.options.metadata["x-kajo-background"]).toBe("1");
    InSight.is = true;
    for (const each of InSight.all) each.tell();
    await until(() => expect(of("MarkChat").map(marked).slice(1)).toEqual([[2, 2]]));
  });

  it("shows under the own message how far the other one has come, and announces nothing of it", async () => {
    await room();
    const line = () => byRole("log", "Chat").querySelector("[aria-live=off]")?.textContent;
    expect(line()).toBe("Lähetetty");
    const mark = (deliveredNumber: number, seenNumber: number, id = chatId) =>
      whisper(ChatMarkedSchema, { chatId: id, mark: { side: ChatSide.PRACTITIONER, deliveredNumber, seenNumber } });
    await mark(1, 1, "another");
    await mark(1, 0);
    await until(() => expect(line()).toBe("Toimitettu"));
    await mark(1, 1);
    await until(() => expect(line()).toBe("Nähty"));
  });

  const later = { ...writtenAt, seconds: writtenAt.seconds + 600n };
  it.each([
    ["put back into the line and accepted again", { acceptedAt: later }],
    ["taken over by a colleague", { acceptedAt: writtenAt, takenOverAt: later }],
  ])("tells how far one has read anew when the chat was %s", async (_what, then) => {
    let since: object = { acceptedAt: writtenAt };
    const { store, of } = await room(() => since);
    await until(() => expect(of("MarkChat").map(marked)).toEqual([[2, 2]]));
    since = then;
    await act(async () => void store.dispatch(api.util.invalidateTags([{ type: "Chat", id: chatId }])));
    await until(() =>
      expect(of("MarkChat").map(marked)).toEqual([
        [2, 2],
        [2, 2],
      ]),
    );
  });

  it("fetches the marks anew when live updates come again", async () => {
    const { store, of } = await room();
    expect(of("GetChat")).toHaveLength(1);
    await act(async () => void store.dispatch(liveSlice.actions.connectedChanged(false)));
    await act(async () => void store.dispatch(liveSlice.actions.connectedChanged(true)));
    await until(() => expect(of("GetChat")).toHaveLength(2));
  });

  it("shows that the other one writes, of this chat alone, until it is over", async () => {
    await room();
    await whisper(ChatTypingSchema, { chatId: "another", side: ChatSide.PRACTITIONER });
    await whisper(ChatTypingSchema, { chatId, side: ChatSide.CUSTOMER });
    await act(async () => chatTypingRead());
    expect(text()).not.toContain("kirjoittaa…");
    await whisper(ChatTypingSchema, { chatId, side: ChatSide.PRACTITIONER });
    await until(() => expect(text()).toContain("Liisa Virtanen kirjoittaa…"));
    vi.useFakeTimers();
    await whisper(ChatTypingSchema, { chatId, side: ChatSide.PRACTITIONER });
    await act(async () => vi.advanceTimersByTimeAsync(5_900));
    expect(text()).toContain("Liisa Virtanen kirjoittaa…");
    await act(async () => vi.advanceTimersByTimeAsync(200));
    vi.useRealTimers();
    expect(text()).not.toContain("kirjoittaa…");
  });

  it("tells that one writes", async () => {
    const { of } = await room();
    const field = byRole("textbox", /^Viesti/) as HTMLTextAreaElement;
    const type = (words: string) =>
      act(async () => {
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(field, words);
        field.dispatchEvent(new Event("input", { bubbles: true }));
      });
    await focus(field);
    await type("M");
    await type("Mo");
    await until(() => expect(of("SetChatTyping")).not.toEqual([]));
    expect(of("SetChatTyping").map(({ request }) => (request as { chatId: string }).chatId)).toEqual([chatId]);
    expect(of("SetChatTyping")[0]?.options.metadata["x-kajo-background"]).toBe("1");
    await type("");
  });
});

/** Who reads whispers is fetched, and has read those that came before. */
const chatTypingRead = () => import("../src/chat/talk-whispers");
