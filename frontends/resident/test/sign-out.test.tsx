/** How somebody leaves: for the realm, where their session ends as well. */
import { act } from "react";
import { expect, it, vi } from "vitest";
import { sessionSlice } from "../../shared/src/session/slice";
import { id, open, until } from "./open";

const button = (words: string) =>
  [...document.querySelectorAll<HTMLElement>("header button")].find(({ ariaLabel, textContent }) =>
    `${ariaLabel ?? ""} ${textContent}`.includes(words),
  );

/** The last: the page is on its way out after it. */
it("S-03 leaves for the realm also when the end of the session is told before signing out is answered", async () => {
  const asked: string[] = [];
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal("fetch", async (url: string | URL) => {
    if (!String(url).includes("sign-out"))
      return new Response(JSON.stringify({ user: { name: { text: "Eino Saarinen" }, personId: id } }));
    asked.push(String(url));
    if (asked.length === 1) await answered;
    return new Response(JSON.stringify({ url: "#out" }));
  });
  const page = await open("/cookies", ({ reply }) => reply({}));
  await until(() => expect(button("Eino Saarinen")).toBeDefined());
  await act(async () => button("Eino Saarinen")?.click());
  await until(() => expect(button("Kirjaudu ulos")).toBeDefined());
  await act(async () => button("Kirjaudu ulos")?.click());
  await until(() => expect(asked).toHaveLength(1));
  await act(async () => void page.store.dispatch(sessionSlice.actions.lost()));
  answer();
  await until(() => expect(window.location.hash).toBe("#out"));
});
