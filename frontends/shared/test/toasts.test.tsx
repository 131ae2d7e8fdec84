import { configureStore } from "@reduxjs/toolkit";
import { act } from "react";
import { Provider } from "react-redux";
import { expect, it, vi } from "vitest";
import { Button, ToastRegion, toastSlice, useToastWithDeed } from "../src/ui";
import { allByRole, byRole, focus, focused, press, show } from "./screen";

const deed = { label: "Kumoa", keys: "z", onPress: vi.fn(), onClose: vi.fn(), onAttend: vi.fn() };
let hide = () => {};

function Page() {
  const showDeed = useToastWithDeed();
  return (
    <Button
      onPress={() => {
        hide = showDeed("success", "Merkitty tehdyksi", deed);
      }}
    >
      Merkitse
    </Button>
  );
}

it("stays with its button until it is taken away, tells that somebody is at it, and gives the focus back", async () => {
  const store = configureStore({ reducer: { [toastSlice.name]: toastSlice.reducer } });
  await show(
    <Provider store={store}>
      <Page />
      <ToastRegion />
    </Provider>,
  );
  const opener = byRole("button", "Merkitse");
  await focus(opener);
  await press("Enter");
  expect(byRole("status")).toHaveTextContent("Merkitty tehdyksi");
  expect(byRole("button", "Kumoa")).toHaveAttribute("aria-keyshortcuts", "z");
  await focus(byRole("button", "Kumoa"));
  expect(deed.onAttend).toHaveBeenLastCalledWith(true);
  await press("Enter");
  expect(deed.onPress).toHaveBeenCalledOnce();
  await focus(opener);
  expect(deed.onAttend).toHaveBeenLastCalledWith(false);
  await focus(byRole("button", "Sulje"));
  await press("Enter");
  expect(deed.onClose).toHaveBeenCalledOnce();
  expect(allByRole("button")).toEqual([opener]);
  expect(focused()).toBe(opener);
  await act(async () => hide());
});

it("says the same words once, and keeps at most three", () => {
  const { reducer, actions } = toastSlice;
  const said = (...texts: readonly string[]) =>
    texts.reduce(
      (toasts, text) => reducer(toasts, actions.shown({ tone: "danger", text })),
      reducer(undefined, { type: "" }),
    );
  expect(said("a", "b", "a", "a").map(({ text }) => text)).toEqual(["b", "a"]);
  expect(said("a", "b", "c", "d").map(({ text }) => text)).toEqual(["b", "c", "d"]);
});

it("waits while the pointer or the focus is on it, and then its whole time again", async () => {
  vi.useFakeTimers();
  const store = configureStore({ reducer: { [toastSlice.name]: toastSlice.reducer } });
  await show(
    <Provider store={store}>
      <ToastRegion />
    </Provider>,
  );
  await act(async () => {
    store.dispatch(toastSlice.actions.shown({ tone: "success", text: "Tallennettu" }));
  });
  const card = byRole("status").firstElementChild as HTMLElement;
  const point = (kind: "over" | "out") =>
    act(async () => {
      // What React listens to for entering and leaving.
      card.dispatchEvent(new Event(`pointer${kind}`, { bubbles: true }));
    });
  await act(async () => vi.advanceTimersByTime(4_000));
  await point("over");
  await act(async () => vi.advanceTimersByTime(60_000));
  expect(byRole("status")).toHaveTextContent("Tallennettu");
  await point("out");
  await act(async () => vi.advanceTimersByTime(5_000));
  expect(byRole("status")).toHaveTextContent("Tallennettu");
  await act(async () => vi.advanceTimersByTime(1_500));
  expect(byRole("status")).toBeEmptyDOMElement();
  vi.useRealTimers();
});
