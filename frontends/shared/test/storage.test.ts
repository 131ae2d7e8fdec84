/** A browser without storage: what keeps something goes on without it. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { browseFull, browseWithout, withouts } from "./no-storage";

beforeEach(() => {
  vi.resetModules();
  window.localStorage.clear();
  window.sessionStorage.clear();
});

afterEach(() => vi.restoreAllMocks());

const kept = () => import("../src/storage/kept");

it("R-03 keeps by tab and by browser, and finds its names", async () => {
  const { inBrowser, inTab } = await kept();
  inTab.set("kajo.a.1", "one");
  inTab.set("kajo.b.1", "other");
  inBrowser.set("kajo.a.2", "two");
  expect([inTab.names("kajo.a."), inBrowser.names("kajo.")]).toEqual([["kajo.a.1"], ["kajo.a.2"]]);
  expect([window.sessionStorage.getItem("kajo.a.1"), window.localStorage.getItem("kajo.a.2")]).toEqual(["one", "two"]);
  inTab.remove("kajo.a.1");
  expect([inTab.get("kajo.a.1"), inTab.get("kajo.b.1")]).toEqual([undefined, "other"]);
});

it.each(withouts)("R-03 holds as long as the page lives what cannot be kept: %s", async (how) => {
  browseWithout(how);
  for (const each of Object.values(await kept())) {
    expect([each.get("kajo.a"), each.names("")]).toEqual([undefined, expect.any(Array)]);
    each.set("kajo.a", "1");
    expect([each.get("kajo.a"), each.names("kajo.")]).toEqual(["1", ["kajo.a"]]);
    each.remove("kajo.a");
    expect([each.get("kajo.a"), each.names("kajo.")]).toEqual([undefined, []]);
  }
});

it("R-03 believes what it could not keep before what a full storage has, and what another tab writes later before both", async () => {
  browseFull({ "kajo.a": "old" });
  const { inBrowser } = await kept();
  expect(inBrowser.get("kajo.a")).toBe("old");
  inBrowser.set("kajo.a", "new");
  expect(inBrowser.get("kajo.a")).toBe("new");
  const changed = vi.fn();
  const stop = inBrowser.subscribe("kajo.a", changed);
  window.dispatchEvent(new StorageEvent("storage", { key: "kajo.b" }));
  expect([changed.mock.calls.length, inBrowser.get("kajo.a")]).toEqual([0, "new"]);
  window.dispatchEvent(new StorageEvent("storage", { key: "kajo.a" }));
  stop();
  window.dispatchEvent(new StorageEvent("storage", { key: "kajo.a" }));
  expect([changed.mock.calls.length, inBrowser.get("kajo.a")]).toEqual([1, "old"]);
});

it.each(withouts)("R-03 knows when the session ends, and why it ended: %s", async (how) => {
  browseWithout(how);
  const { hearLasting, endsAt, tabClock } = await import("../src/session/idle/lasting");
  const { noteIdleEnd, takeIdleEnd } = await import("../src/session/idle/last-end");
  expect([endsAt(), takeIdleEnd()]).toEqual([undefined, undefined]);
  const before = Date.now();
  expect(hearLasting(new Headers({ "x-kajo-session-seconds": "900" }))).toBe(true);
  expect(endsAt()).toBeGreaterThanOrEqual(before + 900_000);
  tabClock().clear();
  expect(endsAt()).toBeUndefined();
  noteIdleEnd();
  expect([takeIdleEnd(), takeIdleEnd()]).toEqual(["kept", undefined]);
});

it.each(withouts)("R-03 has in the page what is typed, and tells who is signed in: %s", async (how) => {
  browseWithout(how);
  const secret = btoa("aino".padEnd(32, "."));
  const { saveDraft, loadDraft, unlockDrafts, draftNames } = await import("../src/drafts/draft");
  await unlockDrafts(secret, true);
  saveDraft("reply.1", { text: "Puolivalmis" });
  expect([loadDraft("reply.1", { text: "" }), draftNames()]).toEqual([{ text: "Puolivalmis" }, ["reply.1"]]);
  saveDraft("reply.1", undefined);
  expect(draftNames()).toEqual([]);
});
