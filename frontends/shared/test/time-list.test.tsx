import { afterEach, expect, it, vi } from "vitest";
import { clockChange, isAbroad } from "../src/i18n";
import { type FreeTime, TimeList } from "../src/ui";
import { allByRole, byRole, focus, press, show } from "./screen";

const time = (start: string, part: Partial<FreeTime> = {}): FreeTime => ({
  id: start,
  start: new Date(start),
  minutes: 30,
  ...part,
});

afterEach(() => vi.restoreAllMocks());

/** What a browser elsewhere answers: so many minutes ahead of UTC. */
const clockAhead = (minutes: number) => vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(-minutes);

it("says day, time, minutes, type, place and role of each time", async () => {
  clockAhead(120);
  const told: string[] = [];
  const visit = time("2026-11-27T07:15:00Z", { type: "Käynti", place: "Lehtola", role: "Sairaanhoitaja" });
  await show(<TimeList label="Perjantai" onChoose={({ id }) => told.push(id)} times={[visit]} />);
  const button = byRole("button");
  expect(button).toHaveAccessibleName(
    /^perjantai 27\.11\.2026,\s*klo 09:15,\s*30 minuuttia · Käynti · Sairaanhoitaja,\s*Lehtola$/,
  );
  await focus(button);
  await press("Enter");
  expect(told).toEqual([visit.id]);
});

it("takes one at a time", async () => {
  const told: string[] = [];
  const times = [time("2026-11-27T07:15:00Z"), time("2026-11-27T08:15:00Z")];
  await show(<TimeList label="Ajat" onChoose={({ id }) => told.push(id)} pending={times[0]?.id} times={times} />);
  for (const button of allByRole("button")) {
    await focus(button);
    await press("Enter");
  }
  expect(told).toEqual([]);
});

it("names Finland's time where the browser's clock shows another, and nowhere else", async () => {
  const times = [time("2026-11-27T07:15:00Z")];
  clockAhead(60);
  await show(<TimeList label="Ajat" onChoose={() => {}} times={times} />);
  expect(byRole("button")).toHaveTextContent("klo 09:15 Suomen aikaa");
  // Estonia's clock is Finland's.
  clockAhead(120);
  expect(isAbroad(new Date("2026-11-27T07:15:00Z"))).toBe(false);
  expect(isAbroad(new Date("2026-07-27T07:15:00Z"))).toBe(true);
});

it("tells apart the two times that the clock shows twice when summer ends", async () => {
  clockAhead(120);
  const night = ["2026-10-24T23:30:00Z", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-25T02:00:00Z"];
  expect(night.map((at) => clockChange(new Date(at)))).toEqual([undefined, "summer", "winter", undefined]);
  // Summer begins: no time is shown twice.
  expect(["2026-03-29T00:59:00Z", "2026-03-29T01:00:00Z"].map((at) => clockChange(new Date(at)))).toEqual([
    undefined,
    undefined,
  ]);
  await show(<TimeList label="Ajat" onChoose={() => {}} times={night.slice(1, 3).map((at) => time(at))} />);
  expect(allByRole("button").map((button) => /klo \d\d:\d\d \(\S+\)/.exec(button.textContent ?? "")?.[0])).toEqual([
    "klo 03:30 (kesäaikaa)",
    "klo 03:30 (talviaikaa)",
  ]);
});
