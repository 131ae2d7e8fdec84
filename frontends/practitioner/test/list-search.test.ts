/** What is typed into the search of a list is told on after a pause: who has gone elsewhere by then is not taken back. */
import { act } from "react";
import { expect, it, vi } from "vitest";
import type { SeenCall } from "../../shared/test/fake-transport";
import { id, open, until } from "./open";

const { code, arrived } = vi.hoisted(() => {
  let arrived: () => void = () => {};
  const code = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  return { code, arrived };
});

vi.mock("../src/features/admin/locations/LocationPage", async (original) => {
  await code;
  return original();
});

const answer = ({ method, reply }: SeenCall) => {
  if (method === "ListWorkContexts") return reply({ panels: [{ panel: 10 }] });
  if (method === "ListLocations")
    return reply({ locations: [{ locationId: id, details: { name: "Koivulan asema" } }] });
  return reply();
};

const list = "/fi/admin/iam/location-management";

/** Longer than the pause after which a search is told on. */
const pause = () =>
  act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 350));
  });

function type(text: string): void {
  const field = document.querySelector<HTMLInputElement>("input[type=search]");
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
  field?.dispatchEvent(new Event("input", { bubbles: true }));
}

it("opens what is pressed right after typing, while its code is still on its way", async () => {
  const { router } = await open("/admin/iam/location-management", answer);
  const address = () => router.history.location.href;
  const link = () => document.querySelector<HTMLAnchorElement>(`a[href$="${id}"]`);
  await until(() => expect(link()).not.toBeNull());

  await act(async () => type("Koivu"));
  await pause();
  expect(address()).toBe(`${list}?search=Koivu`);

  await act(async () => type("Koivula"));
  await act(async () => link()?.click());
  await pause();
  expect(address()).toBe(`${list}/${id}`);
  arrived();
  await until(() => expect(document.querySelector("input[type=search]")).toBeNull());
  expect(address()).toBe(`${list}/${id}`);
});
