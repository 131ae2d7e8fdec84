/** Browsers have begun to answer with a promise where they answered with nothing: no screen hands it to React as a clean-up. */
import { configureStore } from "@reduxjs/toolkit";
import type { ReactNode } from "react";
import { Provider } from "react-redux";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { UndoableMessage } from "../src/thread/first-message/UndoableMessage";
import { Pending } from "../src/thread/pending/Pending";
import { type PendingMessage, pendingSlice } from "../src/thread/pending/slice";
import { CommandPalette } from "../src/ui";
import { allByRole, byRole, focused, show } from "./screen";

const { focus } = HTMLElement.prototype;

beforeEach(() => {
  vi.spyOn(Element.prototype, "scrollIntoView").mockReturnValue(Promise.resolve() as never);
  vi.spyOn(window, "scrollTo").mockReturnValue(Promise.resolve() as never);
  vi.spyOn(HTMLElement.prototype, "focus").mockImplementation(function (this: HTMLElement, ...options) {
    focus.apply(this, options);
    return Promise.resolve() as never;
  });
});
afterEach(() => vi.restoreAllMocks());

/** Shows it and takes it away; React tells of what is no clean-up in the console, and throws when it would call it. */
async function comeAndGo(element: ReactNode, look: () => void): Promise<void> {
  const told = vi.spyOn(console, "error");
  await show(element);
  look();
  await show(null);
  expect(told.mock.calls).toEqual([]);
}

const message: PendingMessage = { key: "a", conversationId: "b", text: "Hei.", attachments: [], state: "undoable" };

it("shows a message on its way and lets it go", async () => {
  const store = configureStore({ reducer: { pending: pendingSlice.reducer } });
  await comeAndGo(
    <Provider store={store}>
      <Pending canWrite message={message} visibility={undefined} />
    </Provider>,
    () => {
      expect(byRole("status")).toHaveTextContent("Kumoa");
      expect(Element.prototype.scrollIntoView).toHaveBeenCalled();
    },
  );
});

it("shows a first message that can be taken back and lets it go", async () => {
  const sending = { message: { text: "Hei." }, isSending: false, takeBack: () => {}, flush: () => {} };
  await comeAndGo(<UndoableMessage attachments={[]} sending={sending} />, () =>
    expect(focused()).toBe(byRole("heading")),
  );
});

it("opens the commands and closes them", async () => {
  await comeAndGo(<CommandPalette commands={[]} defaultOpen />, () =>
    expect(focused()).toBe(byRole("searchbox", "Etsi komentoa")),
  );
  expect(allByRole("dialog")).toEqual([]);
});
