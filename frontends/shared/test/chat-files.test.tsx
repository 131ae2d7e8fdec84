/** Files that go with messages of a chat: chosen, sent, kept until they are there, and shown. */
import { act } from "react";
import { Provider } from "react-redux";
import { beforeEach, describe, expect, it } from "vitest";
import { createAppStore } from "../src/app/store";
import { ChatComposer, ChatThread } from "../src/chat";
import { draftNames, loadDraft, saveDraft } from "../src/drafts/draft";
import type { AttachmentJson, ChatMessageJson } from "../src/rpc";
import { ScanState } from "../src/rpc/gen/kajo/conversations/v1/file_pb";
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

const file = (more: AttachmentJson = {}): AttachmentJson => ({
  attachmentId: "0190f5a0-0000-7000-8000-0000000000f1",
  fileName: "lähete.pdf",
  sizeBytes: "2048",
  extension: ".pdf",
  scanState: "SCAN_STATE_CLEAN",
  ...more,
});

interface Written {
  readonly text: string;
  readonly files?: readonly AttachmentJson[];
}

interface Kept extends Written {
  readonly unsent: readonly (Written & { readonly key: string })[];
}

const keep = (kept: Kept) => saveDraft(outbox, kept);
const kept = () => loadDraft<Kept>(outbox, { text: "", unsent: [] });

interface Room {
  readonly files?: boolean;
  readonly disabled?: boolean;
  /** What is answered to a message. */
  readonly answer?: () => void;
  /** How the scan of a file ended that is not sent yet. */
  readonly scanState?: ScanState;
}

async function room({ files = true, disabled = false, answer = () => {}, scanState }: Room = {}) {
  const fake = fakeTransport(({ method, reply }: SeenCall) => {
    if (method === "WriteChatMessage") answer();
    if (method === "GetMessageLimits") {
      return reply({ maxAttachments: 5, maxAttachmentMegabytes: 10, allowedExtensions: [".pdf"] });
    }
    if (method === "GetAttachments" && scanState) {
      return reply({ attachments: [{ attachmentId: file().attachmentId, fileName: "lähete.pdf", scanState }] });
    }
    return reply();
  });
  const store = createAppStore({
    transport: fake.transport,
    language: "fi",
    expectsSession: false,
    wait: async () => {},
  });
  await show(
    <Provider store={store}>
      <ChatComposer chatId={chatId} disabled={disabled} files={files} maxChars={20} />
    </Provider>,
  );
  const of = (name: string) => fake.calls.filter(({ method }) => method === name);
  const written = () =>
    of("WriteChatMessage").map(({ request }) => {
      const { text, attachmentIds } = request as { text: string; attachmentIds: readonly string[] };
      return [text, ...attachmentIds];
    });
  return { of, written };
}

const field = () => byRole("textbox", /^Viesti/);
const add = () => allByRole("button", "Lisää liite");
const page = () => document.body.textContent;

async function send() {
  await focus(field());
  await press("Enter");
}

describe("CHA-06 files of what is written into a chat", () => {
  it("go along with a message, also one without words, and stay no longer than it", async () => {
    keep({ text: "", files: [file()], unsent: [] });
    const { written } = await room();
    await until(() => expect(allByRole("button", "Poista liite lähete.pdf")).toHaveLength(1));
    await send();
    await until(() => expect(draftNames()).toEqual([]));
    expect(written()).toEqual([["", file().attachmentId]]);
    expect(page()).not.toContain("lähete.pdf");
    await send();
    expect(written()).toHaveLength(1);
  });

  it("are kept with a message that was refused, sent again with it, and taken back with it", async () => {
    let reason: string | undefined = "chat_files_need_sign_in";
    keep({ text: "Tässä", files: [file()], unsent: [] });
    const { written, of } = await room({
      answer: () => {
        if (reason) throw refused(reason);
      },
    });
    await send();
    const words = "Liitteitä ei voi lähettää chatissa, johon on liitytty kirjautumatta.";
    await until(() => expect(byRole("alert").textContent).toContain(words));
    const unsent = [{ text: "Tässä", files: [{ fileName: "lähete.pdf" }] }];
    expect(kept()).toMatchObject({ text: "", files: [], unsent });
    await focus(byRole("button", "Muokkaa"));
    await press("Enter");
    await until(() => expect(allByRole("button", "Poista liite lähete.pdf")).toHaveLength(1));
    expect(kept()).toMatchObject({ text: "Tässä", files: [{ fileName: "lähete.pdf" }], unsent: [] });
    await send();
    await until(() => expect(of("WriteChatMessage")).toHaveLength(2));
    await until(() => expect(byRole("button", "Yritä uudelleen")).toBeTruthy());
    reason = undefined;
    await focus(byRole("button", "Yritä uudelleen"));
    await press("Enter");
    await until(() => expect(draftNames()).toEqual([]));
    expect(written()).toEqual(Array.from({ length: 3 }, () => ["Tässä", file().attachmentId]));
    const keys = of("WriteChatMessage").map(({ options }) => options.metadata["idempotency-key"]);
    expect(keys[2]).toBe(keys[1]);
  });

  it("go on after a reload, those on their way and those beside what is being written", async () => {
    const other = file({ attachmentId: "0190f5a0-0000-7000-8000-0000000000f2", fileName: "kuva.pdf" });
    keep({ text: "Kesken", files: [other], unsent: [{ key: "k", text: "Matkalla", files: [file()] }] });
    const { written } = await room();
    await until(() => expect(written()).toEqual([["Matkalla", file().attachmentId]]));
    await until(() => expect(kept().unsent).toEqual([]));
    expect(allByRole("button", "Poista liite kuva.pdf")).toHaveLength(1);
    expect(kept()).toMatchObject({ text: "Kesken", files: [{ fileName: "kuva.pdf" }] });
  });

  it("keep a message back that one of them does not go along with, and that is told", async () => {
    keep({ text: "Tässä", unsent: [] });
    const { written, of } = await room();
    await until(() => expect(of("GetMessageLimits")).toHaveLength(1));
    await until(() => expect(add()[0]).toHaveAccessibleDescription(/^Enintään 5 liitettä/));
    const input = document.querySelector<HTMLInputElement>("input[type=file]") as HTMLInputElement;
    Object.defineProperty(input, "files", { value: [new File(["x"], "peli.exe")] });
    await act(async () => void input.dispatchEvent(new Event("change", { bubbles: true })));
    await send();
    await until(() => expect(page()).toContain("Yksi liite ei tule mukaan."));
    expect(written()).toEqual([]);
    await until(() => expect(allByRole("button", "Poista liite peli.exe")).toHaveLength(1));
    await focus(byRole("button", "Poista liite peli.exe"));
    await press("Enter");
    await send();
    await until(() => expect(written()).toEqual([["Tässä"]]));
  });

  it.each([ScanState.INFECTED, ScanState.ERROR])(
    "keep a message back while one of them is found bad (%i), until it is taken away",
    async (scanState) => {
      keep({ text: "Tässä", files: [file({ scanState: "SCAN_STATE_PENDING" })], unsent: [] });
      const { written, of } = await room({ scanState });
      await until(() => expect(of("GetAttachments")).toHaveLength(1));
      await until(() => expect(page()).toMatch(/tiedosto (poistettu|estetty)/));
      await send();
      await until(() => expect(page()).toContain("Yksi liite ei tule mukaan."));
      expect(written()).toEqual([]);
      await focus(byRole("button", "Poista liite lähete.pdf"));
      await press("Enter");
      await send();
      await until(() => expect(written()).toEqual([["Tässä"]]));
    },
  );

  it("are none of who is not signed in, nor where the chat is over", async () => {
    const { of } = await room({ files: false });
    expect(byRole("button", "Lähetä")).toBeTruthy();
    expect(of("GetMessageLimits")).toEqual([]);
    expect(add()).toEqual([]);
  });

  it("are named beside what was being written when the chat came to its end", async () => {
    keep({ text: "Kesken", files: [file()], unsent: [] });
    await room({ disabled: true });
    expect(page()).toContain("lähete.pdf");
    expect(add()).toEqual([]);
  });
});

describe("CHA-06 files of a message", () => {
  async function thread(messages: readonly ChatMessageJson[]) {
    const { transport } = fakeTransport();
    const store = createAppStore({ transport, language: "fi", expectsSession: false, wait: async () => {} });
    await show(
      <Provider store={store}>
        <ChatThread
          chatId={chatId}
          isOn={false}
          label="Chat"
          messages={messages}
          otherName="Liisa"
          side="CHAT_SIDE_CUSTOMER"
        />
      </Provider>,
    );
  }
  const message = (more: ChatMessageJson): ChatMessageJson => ({
    number: 1,
    side: "CHAT_SIDE_CUSTOMER",
    writtenAt: "2026-11-27T08:30:00Z",
    ...more,
  });

  it("stand below its words, to be fetched once they are found clean", async () => {
    const pending = file({ attachmentId: "2", fileName: "uusi.pdf", scanState: "SCAN_STATE_PENDING" });
    await thread([message({ text: "Tässä", attachments: [file(), pending] })]);
    await until(() => expect(byRole("button", "lähete.pdf")).toBeTruthy());
    const log = byRole("log", "Chat");
    expect(log).toHaveTextContent("uusi.pdf");
    expect(allByRole("button", "uusi.pdf")).toEqual([]);
    expect(log.querySelectorAll("article")).toHaveLength(1);
  });

  it("are told of also while nothing is known of them, and words that there are none of take no room", async () => {
    await thread([message({ attachments: [{ attachmentId: "1" }] })]);
    const log = byRole("log", "Chat");
    expect(log).toHaveTextContent("Liitettä ei voi näyttää juuri nyt.");
    expect([...log.querySelectorAll("article p")].filter(({ textContent }) => textContent === "")).toEqual([]);
  });
});
