/** A browser that did not keep the cookie of its sign-in: what the page to sign in says of it. The same in both apps. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import type { Language } from "../src/i18n";
import { until } from "./pages";

type Open = (path: string, answer: () => unknown, language?: Language) => Promise<unknown>;

function textIn(language: Language): string {
  const texts = readFileSync(join(import.meta.dirname, `../lang/${language}.json`), "utf8");
  return JSON.parse(texts)["error.reason.sign_in_cookie_missing"].defaultMessage;
}

const alerts = () => [...document.querySelectorAll("main [role=alert]")].map(({ textContent }) => textContent);
const silent = () => new Promise(() => {});

export function saysThatCookiesAreMissing(open: Open, languages: readonly Language[]): void {
  const visit = async (path: string, language: Language) => {
    vi.stubGlobal("fetch", async (address: string) =>
      address === "/api/session/error" ? new Response("{}") : new Response(null, { status: 204 }),
    );
    await open(path, silent, language);
    await until(() => expect(document.querySelector("h1")?.textContent).toBeTruthy());
  };

  afterEach(() => vi.restoreAllMocks());

  it.each(languages)("R-18 says in %s that the browser kept no cookie, and what to do", async (language) => {
    expect(textIn(language)).toContain("https");
    await visit("/authentication?cookies=missing", language);
    await until(() => expect(alerts()).toEqual([textIn(language)]));
  });

  it("R-18 says so before anybody has tried, where the browser keeps none, and lets them try", async () => {
    vi.spyOn(navigator, "cookieEnabled", "get").mockReturnValue(false);
    await visit("/authentication", "fi");
    await until(() => expect(alerts()).toEqual([textIn("fi")]));
    expect(document.querySelector<HTMLButtonElement>("main button")?.disabled).toBe(false);
  });

  it.each(["", "?cookies=1", "?returnTo=/inbox"])("R-18 says nothing of it to others: %s", async (search) => {
    await visit(`/authentication${search}`, "fi");
    await until(() => expect(document.querySelector("main button")).not.toBeNull());
    expect(alerts()).toEqual([]);
  });
}
