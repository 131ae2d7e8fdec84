/** Who is led where, by what the account still lacks: what is open stays open (NAV-12, PRO-01). */
import { act } from "react";
import { expect, it } from "vitest";
import { sessionSlice } from "../../shared/src/session";
import { open, paths, until } from "./open";

const { entering, denied } = sessionSlice.actions;

/** Where one is after the server has refused something for the state of the account. */
async function ledTo(path: string, refused: typeof entering | typeof denied): Promise<string> {
  const { router, store } = await open(path, () => new Promise(() => {}));
  await act(async () => void store.dispatch(refused()));
  await until(() => expect([router.state.isLoading, router.state.status]).toEqual([false, "idle"]));
  return router.state.location.pathname;
}

const forEverybody = [
  "/accessibility",
  "/chat",
  "/cookies",
  "/feedback",
  "/forms",
  "/forms/palaute",
  "/language",
  "/privacy-policy",
  "/settings",
  "/terms-and-conditions",
  paths.find((path) => path.startsWith("/meetup/")) ?? "",
];

it.each(forEverybody)("leaves who is not in yet, or not admitted, at %s", async (path) => {
  expect([await ledTo(path, entering), await ledTo(path, denied)]).toEqual([path, path]);
});

it.each(["/inbox", "/events", "/user/profile", "/mobile-profile"])("leads them away from %s", async (path) => {
  expect([await ledTo(path, entering), await ledTo(path, denied)]).toEqual([
    "/onboarding/contact-info",
    "/access-denied",
  ]);
});

it("leaves who is not in yet on the way in, and leads who is not admitted away from there", async () => {
  expect(await ledTo("/onboarding/contact-info", entering)).toBe("/onboarding/contact-info");
  expect(await ledTo("/onboarding/contact-info", denied)).toBe("/access-denied");
});
