/** Pages that the browser translates: its elements stand where texts stood, and what comes and goes finds its place all the same. */
import { act, type ReactNode } from "react";
import { Provider } from "react-redux";
import { afterEach, expect, it, vi } from "vitest";
import { createAppStore } from "../src/app/store";
import { LocalizedLine } from "../src/i18n";
import type { ConversationJson, ThreadEntryJson } from "../src/rpc/gen/kajo/conversations/v1/conversation_pb";
import { pendingSlice } from "../src/thread/pending/slice";
import { Thread } from "../src/thread/Thread";
import { Codes, RadioGroup, Tabs, ToastRegion } from "../src/ui";
import { toastSlice } from "../src/ui/toasts";
import { fakeTransport } from "./fake-transport";
import { settle, show } from "./screen";
import { translate } from "./translated";

vi.stubGlobal("fetch", async () => new Response(null, { status: 204 }));
window.matchMedia ??= () =>
  ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList;

const store = createAppStore({
  transport: fakeTransport(() => new Promise(() => {})).transport,
  language: "fi",
  expectsSession: false,
  wait: async () => {},
});

const words = () => document.body.textContent ?? "";
const inApp = (element: ReactNode) => <Provider store={store}>{element}</Provider>;

/** What React says when it gives something up. */
const errors = vi.spyOn(console, "error");
afterEach(() => {
  expect(errors.mock.calls).toEqual([]);
  errors.mockClear();
});

const message = (number: number, text: string, more: object = {}): ThreadEntryJson => ({
  number: String(number),
  at: `2026-03-05T12:0${number}:00Z`,
  message: { authorId: "aino", authorName: "Aino Lehtonen", text, ...more },
});

const event: ThreadEntryJson = {
  number: "2",
  at: "2026-03-05T12:02:00Z",
  systemEvent: { kind: "SYSTEM_EVENT_KIND_ASSIGNED_TO_SELF", actorName: "Liisa Virtanen" },
};

const conversation = (...thread: ThreadEntryJson[]): ConversationJson => ({
  conversationId: "c",
  participants: [{ personId: "liisa", displayName: "Liisa Virtanen" }],
  permissions: { write: true },
  thread,
});

it("R-04 a translated thread takes the mark of who has seen it, and new messages", async () => {
  const open = (...thread: ThreadEntryJson[]) =>
    show(inApp(<Thread conversation={conversation(...thread)} personId="aino" />));
  const first = "Katso https://example.org/ohje ja soita 116 117.";
  await open(message(1, first), event);
  await settle(50);
  translate();
  expect(words()).toContain("«Lähetetty»");

  await open(message(1, first, { seenBy: ["liisa"] }), event);
  expect(words()).toContain("Liisa Virtanen");
  expect(words()).not.toContain("«Lähetetty»");
  translate();
  await open(
    message(1, first, { seenBy: ["liisa"], harmfulLinks: [1] }),
    event,
    message(3, "Uusi: www.example.org", { authorId: "liisa", authorName: "Liisa Virtanen" }),
    message(4, "Kiitos"),
  );
  await settle(50);
  for (const text of ["Uusi:", "Kiitos", "Lähetetty", "Liisa Virtanen"]) expect(words()).toContain(text);
});

it("R-04 a translated message on its way goes through all that may become of it", async () => {
  const { added, sending, failed, gone } = pendingSlice.actions;
  const key = "1";
  await show(inApp(<Thread conversation={conversation()} personId="aino" />));
  const failure = { code: 13, call: "WriteMessage", params: {}, fields: [], traceId: "f".repeat(32) };
  const steps = [
    [added({ key, conversationId: "c", text: "Hei", attachments: [], state: "undoable" }), "Lähetetään kohta"],
    [sending(key), "Lähetetään…"],
    [failed({ key, failure }), "Yritä uudelleen"],
    [sending(key), "Lähetetään…"],
    [gone(key), ""],
  ] as const;
  for (const [step, said] of steps) {
    await act(async () => void store.dispatch(step));
    await settle(20);
    expect(words()).toContain(said);
    expect(words()).not.toContain(`«${said || "Hei"}»`);
    translate();
  }
  expect(words()).not.toContain("Hei");
});

it("R-04 translated notices and codes come, change and go", async () => {
  const { shown, dismissed } = toastSlice.actions;
  await show(inApp(<ToastRegion />));
  const toast = shown({ tone: "danger", text: `Ei onnistunut. Virhekoodi: ${"a".repeat(32)}` });
  await act(async () => void store.dispatch(toast));
  translate();
  expect(words()).toContain(`»${"a".repeat(32)}`);
  await act(async () => void store.dispatch(dismissed(toast.payload.id)));

  await show(<Codes>{`Koodi: ${"b".repeat(32)}, uudelleen`}</Codes>);
  translate();
  await show(<Codes>Ei koodia</Codes>);
  expect(words()).toBe("Ei koodia");
  translate();
  await show(<Codes>{`Koodi: ${"c".repeat(32)}`}</Codes>);
  expect(words()).toContain("c".repeat(32));
});

it("R-04 translated fields, tabs and lines take what comes later", async () => {
  const drawn = (more: boolean) => (
    <>
      <RadioGroup
        label="Kieli"
        name="language"
        onChange={() => {}}
        optional={more}
        options={[{ id: "fi", label: "suomi", ...(more ? { description: "Suomeksi" } : {}) }]}
        value="fi"
      />
      <Tabs
        label="Tehtävät"
        onSelect={() => {}}
        selected="own"
        tabs={[{ id: "own", label: "Omat", ...(more ? { count: 3 } : {}) }]}
      >
        <p>
          <LocalizedLine
            first={more ? "Aino Lehtonen" : undefined}
            texts={[{ texts: { fi: "Hammas" } }, ...(more ? [{ texts: { sv: "Tand" } }] : [])]}
          />
        </p>
      </Tabs>
    </>
  );
  for (const more of [false, true, false, true]) {
    await show(drawn(more));
    expect(words().includes("Aino Lehtonen")).toBe(more);
    expect(words()).toContain("Hammas");
    translate();
  }
});

it("R-04 names and codes are left as they are", async () => {
  await show(inApp(<Thread conversation={conversation(message(1, "Hei", { authorId: "eino" }))} personId="aino" />));
  translate();
  expect(document.querySelector("article strong")?.textContent).toBe("Aino Lehtonen");
  await show(<Codes>{`Koodi: ${"a".repeat(32)}`}</Codes>);
  translate();
  expect(words()).toBe(`«Koodi:»${"a".repeat(32)}`);
});
