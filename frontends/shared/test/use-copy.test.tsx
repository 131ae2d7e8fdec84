/** Texts that are put on the clipboard, and what is told of that. */
import { configureStore } from "@reduxjs/toolkit";
import { act, useEffect } from "react";
import { Provider } from "react-redux";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useCopy } from "../src/patterns";
import { ToastRegion, toastSlice } from "../src/ui";
import { byRole, show } from "./screen";

const writeText = vi.fn<(text: string) => Promise<void>>();
const told = { copied: "Kopioitu", notCopied: "Ei voitu kopioida" };
let copy: ReturnType<typeof useCopy>;

function Copying() {
  const put = useCopy();
  useEffect(() => {
    copy = put;
  });
  return null;
}

/** What came of copying it. */
const copied = (...args: Parameters<typeof copy>) => act(() => copy(...args));
const toasts = () => byRole("status").textContent;

beforeEach(async () => {
  writeText.mockReset();
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
  const store = configureStore({ reducer: { [toastSlice.name]: toastSlice.reducer } });
  await show(
    <Provider store={store}>
      <Copying />
      <ToastRegion />
    </Provider>,
  );
});

afterEach(() => {
  Reflect.deleteProperty(navigator, "clipboard");
});

it("puts a text on the clipboard and says so", async () => {
  expect(await copied("Aino", told)).toBe(true);
  expect(writeText).toHaveBeenCalledExactlyOnceWith("Aino");
  expect(toasts()).toContain("Kopioitu");
});

it("says that it could not, also where there is no clipboard", async () => {
  writeText.mockRejectedValueOnce(new Error("not allowed"));
  expect(await copied("Aino", told)).toBe(false);
  expect(toasts()).toContain("Ei voitu kopioida");
  Reflect.deleteProperty(navigator, "clipboard");
  expect(await copied("Aino", told)).toBe(false);
});

it("leaves it to the page to say where no words are given", async () => {
  expect(await copied("Aino")).toBe(true);
  writeText.mockRejectedValueOnce(new Error("not allowed"));
  expect(await copied("Aino")).toBe(false);
  expect(toasts()).toBe("");
});
