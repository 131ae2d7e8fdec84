/** What was written into a chat and not sent: what goes again by itself, and what waits for somebody to say so. */
import { Provider } from "react-redux";
import { beforeEach, describe, expect, it } from "vitest";
import { createAppStore } from "../src/app/store";
import { ChatComposer, useChat } from "../src/chat";
import type { Unsent } from "../src/chat/outbox";
import { draftNames, loadDraft, saveDraft } from "../src/drafts/draft";
import { CallError, Code } from "../src/rpc/transport";
import { fakeTransport, type SeenCall } from "./fake-transport";
import { until } from "./pages";
import { refused } from "./refused";
import { allByRole, byRole, focus, press, show } from "./screen";

// Nothing is touched where nothing is measured.
window.matchMedia ??= () => ({ matches: false }) as MediaQueryList;

beforeEach(() => {
  for (const name of draftNames()) saveDraft(name, undefined);
});

const chatId = "0190f5a0-0000-7000-8000-000000000001";
const outbox = `outbox/${chatId}`;

const at = (iso: string) => ({ seconds: BigInt(Date.parse(iso) / 1_000), nanos: 0 });
const [accepted, takenOver] = ["2026-11-27T08:00:00Z", "2026-11-27T08:20:00Z"] as const;

const keep = (...unsent: readonly Unsent[]) => saveDraft(outbox, { text: "", files: [], unsent });
const kept = () => loadDraft(outbox, { unsent: [] as readonly Unsent[] }).unsent;

let rooms = 0;

function Room() {
  const { chat } = useChat(chatId);
  return chat ? <ChatComposer chatId={chatId} disabled={false} files={false} maxChars={200} /> : null;
}

interface RoomOptions {
  readonly takenOverAt?: string;
  /** What is answered to a message. */
  readonly answer?: () => void;
}

async function room({ takenOverAt, answer = () => {} }: RoomOptions = {}) {
  const since = { acceptedAt: at(accepted), ...(takenOverAt ? { takenOverAt: at(takenOverAt) } : {}) };
  const { transport, calls } = fakeTransport(({ method, reply }: SeenCall) => {
    if (method === "WriteChatMessage") answer();
    return method === "GetChat" ? reply({ chat: { chatId, state: 2, ...since } }) : reply();
  });
  const store = createAppStore({ transport, language: "fi", expectsSession: false, wait: async () => {} });
  rooms += 1;
  await show(
    <Provider key={rooms} store={store}>
      <Room />
    </Provider>,
  );
  await until(() => expect(byRole("textbox", /^Viesti/)).toBeTruthy());
  return () =>
    calls
      .filter(({ method }) => method === "WriteChatMessage")
      .map(({ request, options }) => [(request as { text: string }).text, options.metadata["idempotency-key"]]);
}

async function pressButton(name: string) {
  await focus(byRole("button", name));
  await press("Enter");
}

const retry = "Yritä uudelleen";

describe("CHA-06 what was not sent", () => {
  it("goes again by itself where the same professional has the chat", async () => {
    keep({ key: "k", text: "Hetkinen", since: takenOver });
    const written = await room({ takenOverAt: takenOver });
    await until(() => expect(written()).toEqual([["Hetkinen", "k"]]));
    await until(() => expect(draftNames()).toEqual([]));
  });

  it.each([
    ["somebody else had accepted the chat", "2026-11-27T07:00:00Z", undefined],
    ["a colleague had not taken it over yet", accepted, takenOver],
  ])(
    "waits when %s at that time, with all behind it, until somebody says that it is sent",
    async (_when, since, now) => {
      keep({ key: "k", text: "Hetkinen", since }, { key: "l", text: "Katson tiedot", since });
      const written = await room(now ? { takenOverAt: now } : {});
      await until(() => expect(byRole("alert").textContent).toContain("Viestiä ei lähetetty."));
      expect(written()).toEqual([]);
      await pressButton(retry);
      await until(() => expect(draftNames()).toEqual([]));
      expect(written()).toEqual([
        ["Hetkinen", "k"],
        ["Katson tiedot", "l"],
      ]);
    },
  );

  it("can be taken back into the field instead, and so can what was written behind it", async () => {
    keep({ key: "k", text: "Hetkinen", since: accepted }, { key: "l", text: "Katson tiedot", since: accepted });
    const written = await room({ takenOverAt: takenOver });
    await pressButton("Muokkaa");
    await until(() => expect(byRole("textbox", /^Viesti/)).toHaveValue("Hetkinen"));
    expect(kept().map(({ key }) => key)).toEqual(["l"]);
    await until(() => expect(allByRole("button", retry)).toHaveLength(1));
    expect(written()).toEqual([]);
  });

  it("waits when it was refused, also where the chat is opened anew", async () => {
    keep({ key: "k", text: "Hetkinen", since: accepted });
    const first = await room({
      answer: () => {
        throw refused("chat_ended");
      },
    });
    await until(() => expect(byRole("alert").textContent).toContain("Keskustelu ei ole enää käynnissä."));
    expect(first()).toHaveLength(1);
    expect(kept()).toMatchObject([{ key: "k", held: true }]);
    const again = await room();
    await until(() => expect(allByRole("button", retry)).toHaveLength(1));
    expect(again()).toEqual([]);
    await pressButton(retry);
    await until(() => expect(again()).toEqual([["Hetkinen", "k"]]));
  });

  it.each([Code.internal, Code.deadlineExceeded])(
    "goes again by itself when that says nothing against it (%i), once the chat is opened anew",
    async (code) => {
      keep({ key: "k", text: "Hetkinen", since: accepted });
      const first = await room({
        answer: () => {
          throw new CallError(code, "");
        },
      });
      await until(() => expect(first()).toHaveLength(1));
      await until(() => expect(kept().map(({ held }) => held)).toEqual([undefined]));
      const again = await room();
      await until(() => expect(again()).toEqual([["Hetkinen", "k"]]));
    },
  );
});
