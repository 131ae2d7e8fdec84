import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Keeper } from "../src/drafts/keeper";
import {
  cameFromHere,
  goOnFrom,
  hear,
  loadLocal,
  nothing,
  same,
  setsOut,
  takeOver,
  wasDiscarded,
} from "../src/drafts/local";
import { merged } from "../src/drafts/merged";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("saves after a moment of rest, and the last one alone", async () => {
  const saved: string[] = [];
  const keeper = new Keeper<string>(async (text) => saved.push(text) > 0);
  keeper.change("a");
  await vi.advanceTimersByTimeAsync(900);
  keeper.change("ab");
  await vi.advanceTimersByTimeAsync(900);
  expect(saved).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(saved).toEqual(["ab"]);
  expect(await keeper.flush()).toBe(true);
  expect(saved).toEqual(["ab"]);
});

it("never lets an older one arrive behind a newer one", async () => {
  const running: ((arrived: boolean) => void)[] = [];
  const saved: string[] = [];
  const keeper = new Keeper<string>((text) => {
    saved.push(text);
    return new Promise((resolve) => running.push(resolve));
  });
  keeper.change("a");
  const first = keeper.flush();
  keeper.change("b");
  const second = keeper.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(saved).toEqual(["a"]);
  running[0]?.(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(saved).toEqual(["a", "b"]);
  running[1]?.(true);
  expect(await Promise.all([first, second])).toEqual([true, true]);
});

it("keeps what did not arrive for the next time", async () => {
  let arrives = false;
  const saved: string[] = [];
  const keeper = new Keeper<string>(async (text) => {
    saved.push(text);
    return arrives;
  });
  keeper.change("a");
  expect(await keeper.flush()).toBe(false);
  arrives = true;
  expect(await keeper.flush()).toBe(true);
  expect(saved).toEqual(["a", "a"]);
});

it("tries again by itself what did not arrive, less and less often, and at once when the connection is back", async () => {
  let arrives = false;
  const saved: string[] = [];
  const keeper = new Keeper<string>(async (text) => {
    saved.push(text);
    return arrives;
  });
  keeper.change("a");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved.length).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000 + 4_000 + 8_000);
  expect(saved.length).toBe(4);
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(saved.length).toBeGreaterThan(50);
  expect(saved.length).toBeLessThan(70);
  arrives = true;
  const tries = saved.length;
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(saved.length).toBe(tries + 1);
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(saved.length).toBe(tries + 1);
});

it("tries nothing again that was refused, before it is changed", async () => {
  const saved: string[] = [];
  const keeper = new Keeper<string>(async (text) => saved.push(text) > 1 || "refused");
  keeper.change("a");
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(saved).toEqual(["a"]);
  keeper.change("ab");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved).toEqual(["a", "ab"]);
});

it("loses nothing of what two windows wrote, and says nothing twice", () => {
  const here = { topic: "Yksi", text: "Ensimmäinen", attachments: [{ attachmentId: "a" }, { attachmentId: "b" }] };
  const there = { topic: "Kaksi", text: "Toinen", attachments: [{ attachmentId: "b" }, { attachmentId: "c" }] };
  const both = merged(here, there);
  expect([both.topic, both.text]).toEqual(["Yksi", "Ensimmäinen\n\nKaksi\nToinen"]);
  expect(both.attachments.map(({ attachmentId }) => attachmentId)).toEqual(["a", "b", "c"]);
  expect(merged(both, there)).toEqual(both);
  expect(merged(here, both)).toEqual(both);
  expect(merged(nothing, there)).toEqual(there);
  expect(merged(here, nothing)).toEqual(here);
});

it("takes over what was written elsewhere only when the form that is open can", () => {
  const there = { topic: "", text: "Toinen", attachments: [] };
  const told: string[] = [];
  let ready = false;
  const end = hear("1", ({ text }) => {
    told.push(text);
    return ready;
  });
  expect([takeOver("1", there, there), loadLocal("1").text]).toEqual([false, ""]);
  ready = true;
  expect([takeOver("1", there, there), loadLocal("1").text]).toEqual([true, "Toinen"]);
  end();
  expect([takeOver("1", there, there), told.length]).toEqual([true, 2]);
});

it("knows again what it had brought to the server when the answer was lost, and what it had told it to forget", () => {
  const first = { topic: "Aihe", text: "Yksi", attachments: [{ attachmentId: "a" }] };
  goOnFrom("2", "7");
  setsOut("2", first);
  expect(cameFromHere("2", first)).toBe(true);
  // Its file went along with the message.
  expect(cameFromHere("2", { ...first, attachments: [] })).toBe(true);
  expect(cameFromHere("2", { ...first, text: "Kaksi" })).toBe(false);
  expect(cameFromHere("2", { ...first, attachments: [{ attachmentId: "b" }] })).toBe(false);
  expect(wasDiscarded("2", { ...first, revision: "8" })).toBe(false);
  setsOut("2", nothing);
  expect(wasDiscarded("2", { ...first, revision: "8" })).toBe(true);
  expect(wasDiscarded("2", { ...first, text: "Kaksi", revision: "7" })).toBe(true);
  expect(wasDiscarded("2", { ...first, text: "Kaksi", revision: "8" })).toBe(false);
  goOnFrom("2", "9");
  expect([cameFromHere("2", first), wasDiscarded("2", { ...first, revision: "9" })]).toEqual([false, false]);
});

it("CON-11 sends what came together from two windows to the narrower of both circles, and takes that for another draft", () => {
  const here = { ...nothing, text: "Ensin", visibility: "VISIBILITY_EVERYONE" as const };
  const there = { ...nothing, text: "Sitten", visibility: "VISIBILITY_TAKING_PART" as const };
  expect(merged(here, there).visibility).toBe("VISIBILITY_TAKING_PART");
  expect(merged(there, { ...here, visibility: undefined }).visibility).toBe("VISIBILITY_TAKING_PART");
  expect(merged(here, nothing).visibility).toBe("VISIBILITY_EVERYONE");
  expect(same(here, { ...here, visibility: undefined })).toBe(true);
  expect(same(here, { ...here, visibility: "VISIBILITY_PRACTITIONERS" })).toBe(false);
});
