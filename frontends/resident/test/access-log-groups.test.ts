// @vitest-environment node
import { expect, it } from "vitest";
import { grouped } from "../src/features/access-log/groups";
import type { Seen } from "../src/features/access-log/seen";

let next = 0;

/** An opening of a conversation at a moment of a day in November, in the time of the world. */
function opening(at: string, part: Partial<Seen> = {}): Seen {
  next += 1;
  return {
    id: String(next),
    at: `2026-11-${at}:00Z`,
    name: "Liisa Virtanen",
    isRepresentative: false,
    role: { texts: { fi: "Sairaanhoitaja" } },
    location: "Lehtolan terveysasema",
    objectId: "one",
    what: "accessLog.message.opened",
    ground: "accessLog.ground.queue",
    ...part,
  };
}

const sizes = (entries: readonly Seen[]) => grouped(entries).map((group) => group.length);

it("puts openings of one thing by one person, one after another, into one row", () => {
  expect(sizes([opening("20T10:02"), opening("20T10:01"), opening("20T10:00")])).toEqual([3]);
});

it("begins another row where anything but the moment differs, or somebody else was there in between", () => {
  const differs: readonly Partial<Seen>[] = [
    { name: "Ritva Vastuu" },
    { objectId: "two" },
    { location: "Tunturin terveysasema" },
    { role: { texts: { fi: "Lääkäri" } } },
    { ground: "accessLog.ground.participant" },
    { what: "accessLog.message.file" },
  ];
  for (const part of differs) {
    expect(sizes([opening("20T10:02"), opening("20T10:01", part), opening("20T10:00")]), JSON.stringify(part)).toEqual([
      1, 1, 1,
    ]);
  }
});

it("counts days as the calendar of Finland does", () => {
  expect(sizes([opening("20T22:01"), opening("20T21:59")])).toEqual([1, 1]);
  expect(sizes([opening("21T21:59"), opening("20T22:01")])).toEqual([2]);
});

it("leaves deeds, and openings of what is not known, in rows of their own", () => {
  for (const part of [
    { what: "accessLog.message.written" },
    { what: "accessLog.lookedUp" },
    { objectId: "" },
  ] as const) {
    expect(sizes([opening("20T10:01", part), opening("20T10:00", part)])).toEqual([1, 1]);
  }
  const change = { what: "accessLog.appointment.changed" } as const;
  expect(sizes([opening("20T10:01", change), opening("20T10:00", change)])).toEqual([1, 1]);
  const appointment = { what: "accessLog.appointment.opened", ground: "accessLog.ground.appointment" } as const;
  expect(sizes([opening("20T10:01", appointment), opening("20T10:00", appointment)])).toEqual([2]);
  const details = { what: "accessLog.viewed", objectId: "" } as const;
  expect(sizes([opening("20T10:01", details), opening("20T10:00", details)])).toEqual([2]);
});

it("loses and doubles no entry, and keeps their order, wherever a page ends", () => {
  const entries = Array.from({ length: 40 }, (_, at) =>
    opening(`20T${String(20 - (at % 7)).padStart(2, "0")}:00`, { objectId: at % 5 === 0 ? "two" : "one" }),
  );
  for (const shown of [1, 7, 30, 40]) {
    expect(grouped(entries.slice(0, shown)).flat()).toEqual(entries.slice(0, shown));
  }
});
