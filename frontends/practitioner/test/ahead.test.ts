/** What a page of professionals waits for is asked for before the page is drawn, and by nobody who merely points at a link. */
import { act } from "react";
import { expect, it } from "vitest";
import type { SeenCall } from "../../shared/test/fake-transport";
import { arrive, id, open, until } from "./open";

const atWork = ({ method, reply }: SeenCall) =>
  reply(method === "ListWorkContexts" ? { roleId: id, locationId: id } : {});

const pages: readonly (readonly [string, readonly string[]])[] = [
  ["/inbox", ["CountTasks", "ListTasks"]],
  [`/inbox?tab=own&conversation=${id}`, ["CountTasks", "GetConversation", "ListTasks"]],
  [`/patient?patient=${id}`, ["GetPatient"]],
];

it.each(pages)("asks ahead for %s, once it is known that one works somewhere", async (path, expected) => {
  const { calls, draw } = await arrive(path, atWork);
  const asked = () => calls.map(({ method }) => method);
  await until(() => expect(asked().toSorted()).toEqual([...expected, "ListWorkContexts"].toSorted()));
  expect(asked()[0]).toBe("ListWorkContexts");
  await draw();
  await until(() => expect(document.querySelector("h1")?.textContent).toBeTruthy());
  const again = expected.filter((method) => asked().filter((each) => each === method).length > 1);
  expect(again).toEqual([]);
});

it.each(pages)("asks nothing for %s of who works nowhere", async (path) => {
  const { calls } = await arrive(path, ({ reply }) => reply());
  await until(() => expect(calls.map(({ method }) => method)).toEqual(["ListWorkContexts"]));
});

it.each(pages)("asks for nothing before somebody goes to %s, and then once", async (path, expected) => {
  const { router, calls } = await open("/settings", atWork);
  await until(() => expect(document.querySelector("h1")?.textContent).toBeTruthy());
  const asked = () => calls.map(({ method }) => method).filter((method) => expected.includes(method));
  const [to = "", words = ""] = path.split("?");
  const there = { to, search: Object.fromEntries(new URLSearchParams(words)) };
  await act(async () => void (await router.preloadRoute(there)));
  await until(() => expect(router.state.isLoading).toBe(false));
  expect(asked()).toEqual([]);
  await act(async () => {
    void router.preloadRoute(there);
    await router.navigate(there);
  });
  await until(() => expect(asked().toSorted()).toEqual(expected));
});
