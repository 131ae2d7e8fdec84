/** Shows a component in Finnish as an app does, and finds and operates it as people do: by role, name and keyboard. */
import { parse } from "@formatjs/icu-messageformat-parser";
import { act, type ReactNode } from "react";
import { I18nProvider } from "react-aria-components";
import { createRoot, type Root } from "react-dom/client";
import { RawIntlProvider } from "react-intl";
import { afterEach, expect } from "vitest";
import fi from "../lang/fi.json";
import { CallContextProvider } from "../src/app/call-context";
import { type Catalogue, createPlatformIntl, type Language } from "../src/i18n";
import "./dialogs";
import { fakeTransport } from "./fake-transport";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const catalogue = Object.fromEntries(
  Object.entries(fi).map(([id, { defaultMessage }]) => [id, parse(defaultMessage)]),
) as Catalogue;
const intl = createPlatformIntl("fi", catalogue);
let context = {
  transport: fakeTransport().transport,
  language: "fi" as Language,
  expectsSession: false,
  wait: async () => {},
};

let root: Root | undefined;

// What jsdom does not have: no layout, so nothing to scroll to.
Element.prototype.scrollIntoView ??= () => {};
window.scrollTo = () => {};

afterEach(async () => {
  await act(async () => root?.unmount());
  root = undefined;
  document.body.replaceChildren();
});

/** Shows what follows to a reader of this language. Texts of the catalogue stay Finnish. */
export function speak(language: Language): void {
  context = { ...context, language };
}

/** Shows it, or shows it anew with other props. */
export async function show(element: ReactNode): Promise<void> {
  if (!root) {
    const place = document.createElement("div");
    document.body.append(place);
    root = createRoot(place);
  }
  await act(async () =>
    root?.render(
      <CallContextProvider value={context}>
        <RawIntlProvider value={intl}>
          <I18nProvider locale="fi-FI">{element}</I18nProvider>
        </RawIntlProvider>
      </CallContextProvider>,
    ),
  );
}

const native: Record<string, string> = {
  alert: "",
  button: "button",
  cell: "td",
  checkbox: "input[type=checkbox]",
  combobox: "select",
  columnheader: "th[scope=col]",
  group: "fieldset",
  heading: "h1, h2, h3, h4",
  link: "a[href]",
  list: "ul, ol",
  listitem: "li",
  navigation: "nav",
  radio: "input[type=radio]",
  region: "section",
  rowheader: "th[scope=row]",
  searchbox: "input[type=search]",
  table: "table",
  textbox: "input:not([type]), input[type=text], input[type=search], textarea",
};

function passes(check: () => void): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

/** All that a screen reader can reach, in the order of the page. */
export function allByRole(role: string, name?: string | RegExp): HTMLElement[] {
  const selector = [`[role=${role}]`, native[role]].filter(Boolean).join(", ");
  return [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (element) =>
      (element.getAttribute("role") ?? role) === role &&
      element.closest("[hidden], [inert], [aria-hidden=true]") === null &&
      (name === undefined || passes(() => expect(element).toHaveAccessibleName(name))),
  );
}

export function byRole(role: string, name?: string | RegExp): HTMLElement {
  const found = allByRole(role, name);
  if (found.length !== 1) {
    const there = allByRole(role).map((element) => element.getAttribute("aria-label") ?? element.textContent);
    throw new Error(`${found.length} times ${role} "${name}"; there is: ${there.join(" | ")}`);
  }
  return found[0] as HTMLElement;
}

export const focused = () => document.activeElement as HTMLElement;

/** Lets promises and timers of no length come to an end. */
export async function settle(ms = 0): Promise<void> {
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, ms));
  });
}

export async function focus(element: HTMLElement): Promise<void> {
  await act(async () => element.focus());
}

/**
 * One key where the focus is, with what a browser does of itself: Tab moves, Enter and Space press, Escape asks a dialog
 * to close, an arrow chooses the next radio button.
 */
export async function press(key: string, modifiers: KeyboardEventInit = {}): Promise<void> {
  const target = focused();
  const init = { key, code: key === " " ? "Space" : key, bubbles: true, cancelable: true, ...modifiers };
  await act(async () => {
    const goesOn = target.dispatchEvent(new KeyboardEvent("keydown", init));
    const now = focused();
    if (goesOn && key === "Tab") tab(init.shiftKey === true);
    if (goesOn && key === "Escape") target.closest("dialog[open]")?.dispatchEvent(new Event("cancel"));
    if (goesOn && key === "ArrowDown" && target.matches("input[type=radio]")) nextRadio(target as HTMLInputElement);
    if (goesOn && key === "Enter") {
      if (target.matches("button, a[href]")) target.click();
      else if (target.matches("input")) (target as HTMLInputElement).form?.requestSubmit();
    }
    const released = now.dispatchEvent(new KeyboardEvent("keyup", init));
    if (goesOn && released && key === " " && target.matches("button, input[type=checkbox], input[type=radio]")) {
      target.click();
    }
  });
  await settle();
}

function nextRadio(radio: HTMLInputElement): void {
  const group = [...document.querySelectorAll<HTMLInputElement>(`input[name="${radio.name}"]`)];
  const next = group[(group.indexOf(radio) + 1) % group.length];
  next?.focus();
  next?.click();
}

/** Chooses from the browser's own list. */
export async function choose(list: HTMLElement, option: string): Promise<void> {
  await act(async () => {
    const select = list as HTMLSelectElement;
    const wanted = [...select.options].find(({ text }) => text === option);
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value")?.set?.call(select, wanted?.value);
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

function tab(back: boolean): void {
  const stops = [
    ...document.querySelectorAll<HTMLElement>("a[href], button:enabled, input:enabled, textarea:enabled, [tabindex]"),
  ].filter((element) => element.tabIndex >= 0 && element.closest("[hidden], [inert]") === null);
  const at = stops.indexOf(focused());
  const next = stops[at + (back ? -1 : 1)];
  // Past the last one the focus leaves the page.
  if (next) next.focus();
  else focused().blur();
}

/** Types at the focus: into a field, or key by key where there is none. */
export async function type(text: string): Promise<void> {
  for (const character of text) {
    const target = focused();
    await act(async () => {
      const goesOn = target.dispatchEvent(
        new KeyboardEvent("keydown", { key: character, bubbles: true, cancelable: true }),
      );
      if (goesOn && target instanceof HTMLInputElement) fill(target, target.value + character);
      else if (goesOn) {
        target.dispatchEvent(
          new InputEvent("beforeinput", { data: character, inputType: "insertText", bubbles: true, cancelable: true }),
        );
      }
      target.dispatchEvent(new KeyboardEvent("keyup", { key: character, bubbles: true }));
    });
  }
}

function fill(input: HTMLInputElement, value: string): void {
  // Past React's own setter, so that it sees a change.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, value);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
