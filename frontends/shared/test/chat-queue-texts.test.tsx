/** What is said of the hours of a chat queue, in the time of Finland. */
import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ChatQueueStatus, OpeningDays, RegularHours, useRefetchAt, useStandingText } from "../src/chat-queue";
import { clockText, shortDayText, weekdayText } from "../src/i18n";
import type { ChatQueueStandingJson, OpeningWindowJson, WeekdayWindowJson } from "../src/rpc";
import { show } from "./screen";

/** A Friday, at half past ten in Finland. */
const now = new Date("2026-11-27T08:30:00Z");

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ["Date"] });
});

afterEach(() => vi.useRealTimers());

const text = () => document.body.textContent?.trim();

const open = (closesAt?: string): ChatQueueStandingJson => ({
  state: "CHAT_QUEUE_STATE_OPEN",
  ...(closesAt ? { closesAt } : {}),
});
const closed = (opensAt?: string): ChatQueueStandingJson => ({
  state: "CHAT_QUEUE_STATE_CLOSED",
  ...(opensAt ? { opensAt } : {}),
});
const closedForNow = (opensAt?: string): ChatQueueStandingJson => ({
  ...closed(opensAt),
  state: "CHAT_QUEUE_STATE_TEMPORARILY_CLOSED",
});

function Words({ standing }: { readonly standing: ChatQueueStandingJson | undefined }) {
  return <p>{useStandingText()(standing)}</p>;
}

describe("CHA-02 how a queue stands", () => {
  it.each([
    [open("2026-11-27T14:00:00Z"), "Avoinna klo 16.00 asti"],
    [open("2026-11-27T22:00:00Z"), "Avoinna klo 24.00 asti"],
    [open("2026-11-28T00:00:00Z"), "Avoinna klo 2.00 asti"],
    [open("2026-11-28T14:00:00Z"), "Avoinna, sulkeutuu huomenna klo 16.00"],
    [open("2026-12-23T22:00:00Z"), "Avoinna, sulkeutuu to 24.12. klo 0.00"],
    [open(), "Avoinna ympäri vuorokauden"],
    [closed("2026-11-27T10:00:00Z"), "Suljettu, avautuu tänään klo 12.00"],
    [closed("2026-11-27T22:30:00Z"), "Suljettu, avautuu huomenna klo 0.30"],
    [closed("2026-11-28T06:00:00Z"), "Suljettu, avautuu huomenna klo 8.00"],
    [closed("2026-11-30T06:00:00Z"), "Suljettu, avautuu ma 30.11. klo 8.00"],
    [closed("2027-01-04T06:00:00Z"), "Suljettu, avautuu ma 4.1.2027 klo 8.00"],
    [closed(), "Suljettu"],
    [closedForNow(), "Suljettu tilapäisesti"],
    [closedForNow("2026-11-27T10:00:00Z"), "Suljettu tilapäisesti, avautuu tänään klo 12.00"],
    [undefined, ""],
  ])("is said with until when or when it opens: %#", async (standing, words) => {
    await show(<Words standing={standing} />);
    expect(text()).toBe(words);
    await show(<ChatQueueStatus standing={standing} />);
    expect(text()).toBe(words);
  });
});

describe("CHA-03 tomorrow is today after midnight in Finland", () => {
  /** Half an hour before midnight. */
  const evening = (day: string) =>
    vi.useFakeTimers({ now: new Date(day), toFake: ["Date", "setTimeout", "clearTimeout"] });
  const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms));

  it("while the page is open", async () => {
    evening("2026-11-27T21:30:00Z");
    await show(<Words standing={closed("2026-11-28T06:00:00Z")} />);
    expect(text()).toBe("Suljettu, avautuu huomenna klo 8.00");
    await wait(29 * 60_000);
    expect(text()).toBe("Suljettu, avautuu huomenna klo 8.00");
    await wait(60_000);
    expect(text()).toBe("Suljettu, avautuu tänään klo 8.00");
  });

  it("also after the night in which the clocks are changed", async () => {
    evening("2026-10-24T20:30:00Z");
    await show(<Words standing={closed("2026-10-26T06:00:00Z")} />);
    expect(text()).toBe("Suljettu, avautuu ma 26.10. klo 8.00");
    await wait(30 * 60_000);
    expect(text()).toBe("Suljettu, avautuu huomenna klo 8.00");
    await wait(24 * 3_600_000);
    expect(text()).toBe("Suljettu, avautuu huomenna klo 8.00");
    await wait(3_600_000);
    expect(text()).toBe("Suljettu, avautuu tänään klo 8.00");
  });

  it("as soon as the page is seen again, when the phone has slept", async () => {
    evening("2026-11-27T21:30:00Z");
    await show(<Words standing={closed("2026-11-28T06:00:00Z")} />);
    vi.setSystemTime("2026-11-28T04:00:00Z");
    await act(async () => void document.dispatchEvent(new Event("visibilitychange")));
    expect(text()).toBe("Suljettu, avautuu tänään klo 8.00");
  });
});

const window = (from: string, until: string): OpeningWindowJson => ({ from, until });
const on = (days: readonly number[], ...windows: readonly OpeningWindowJson[]): readonly WeekdayWindowJson[] =>
  days.flatMap((weekday) => windows.map((hours) => ({ weekday, hours })));

const rows = () =>
  [...document.querySelectorAll("dl > div")].map((row) => [...row.children].map((it) => it.textContent));

describe("CHA-02 regular hours", () => {
  it.each([
    [
      on([1, 2, 3, 4, 5], window("08:00", "16:00")),
      [
        ["ma–pe", "8.00–16.00"],
        ["la–su", "suljettu"],
      ],
    ],
    [
      [
        ...on([1, 2, 4, 5], window("08:00", "11:00"), window("12:00", "16:00")),
        ...on([3, 6], window("22:00", "02:00")),
      ],
      [
        ["ma–ti", "8.00–11.00, 12.00–16.00"],
        ["ke", "22.00–2.00"],
        ["to–pe", "8.00–11.00, 12.00–16.00"],
        ["la", "22.00–2.00"],
        ["su", "suljettu"],
      ],
    ],
    [on([1, 2, 3, 4, 5, 6, 7], window("00:00", "00:00")), [["ma–su", "ympäri vuorokauden"]]],
    [on([1, 2, 3, 4, 5, 6, 7], window("00:00", "24:00")), [["ma–su", "ympäri vuorokauden"]]],
    [on([1, 2, 3, 4, 5, 6, 7], window("12:00", "00:00")), [["ma–su", "12.00–24.00"]]],
    [[], [["ma–su", "suljettu"]]],
  ])("join neighbours that are equal: %#", async (regular, expected) => {
    await show(<RegularHours regular={regular} />);
    expect(rows()).toEqual(expected);
  });
});

it("CHA-02 names days with other hours, and why", async () => {
  await show(
    <OpeningDays
      days={[
        { date: "2026-11-30", hours: [window("08:00", "16:00")], reason: "DAY_REASON_REGULAR" },
        { date: "2026-12-06", reason: "DAY_REASON_HOLIDAY" },
        { date: "2026-12-24", hours: [window("09:30", "12:00")], reason: "DAY_REASON_EVE" },
        { date: "2027-01-04", hours: [window("00:00", "00:00")], reason: "DAY_REASON_EXCEPTION" },
      ]}
    />,
  );
  expect(rows()).toEqual([
    ["ma 30.11.", "8.00–16.00"],
    ["su 6.12.", "suljettu · pyhäpäivä"],
    ["to 24.12.", "9.30–12.00 · aatto"],
    ["ma 4.1.2027", "ympäri vuorokauden · poikkeava aukiolo"],
  ]);
});

it.each([
  ["fi", "ma", "ma 30.11.", "8.00"],
  ["sme", "ma", "ma 30.11.", "8.00"],
  ["smn", "ma", "ma 30.11.", "8.00"],
  ["sms", "ma", "ma 30.11.", "8.00"],
  ["sv", "mån", "mån 30.11", "8.00"],
  ["en", "Mon", "Mon 30 Nov", "08:00"],
] as const)("CHA-02 writes days and times of %s in short", (language, weekday, day, time) => {
  expect([
    weekdayText(language, 1),
    shortDayText(language, new Date("2026-11-29T22:00:00Z"), now),
    clockText(language, "08:00"),
  ]).toEqual([weekday, day, time]);
});

function Asking({ at, refetch }: { readonly at: string | undefined; readonly refetch: () => void }) {
  useRefetchAt(at, refetch);
  return null;
}

describe("CHA-03 a queue that changes by itself is fetched again", () => {
  const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms));

  beforeEach(() => {
    vi.useFakeTimers({ now, toFake: ["Date", "setTimeout", "clearTimeout"] });
    vi.spyOn(Math, "random").mockReturnValue(0.5);
  });

  afterEach(() => vi.restoreAllMocks());

  it("within five seconds of that moment, also after days", async () => {
    const refetch = vi.fn();
    await show(<Asking at="2026-11-30T06:00:00Z" refetch={refetch} />);
    await wait(Date.parse("2026-11-30T06:00:02.4Z") - Date.now());
    expect(refetch).not.toHaveBeenCalled();
    await wait(200);
    expect(refetch).toHaveBeenCalledOnce();
  });

  it("again after a minute where nothing has changed yet, and not when it has", async () => {
    const refetch = vi.fn();
    await show(<Asking at="2026-11-27T08:31:00Z" refetch={refetch} />);
    await wait(63_000);
    await wait(61_000);
    expect(refetch).toHaveBeenCalledTimes(2);
    await show(<Asking at={undefined} refetch={refetch} />);
    await wait(600_000);
    expect(refetch).toHaveBeenCalledTimes(2);
  });

  it("as soon as the page is seen again, when the phone has slept", async () => {
    const refetch = vi.fn();
    await show(<Asking at="2026-11-27T10:00:00Z" refetch={refetch} />);
    vi.setSystemTime("2026-11-27T12:00:00Z");
    await act(async () => void document.dispatchEvent(new Event("visibilitychange")));
    expect(refetch).toHaveBeenCalledOnce();
  });
});
