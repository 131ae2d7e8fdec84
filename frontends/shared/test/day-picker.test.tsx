import { useState } from "react";
import { expect, it } from "vitest";
import { DayPicker, type FreeDay } from "../src/ui";
import { clamped, monthBeside, shownDay } from "../src/ui/day-picker";
import { allByRole, byRole, focus, focused, press, settle, show } from "./screen";

const november: readonly FreeDay[] = [
  { day: "2031-11-05", first: new Date("2031-11-05T06:00:00Z") },
  { day: "2031-11-20", first: new Date("2031-11-20T12:30:00Z") },
];
const december: readonly FreeDay[] = [{ day: "2031-12-09", first: new Date("2031-12-09T07:15:00Z") }];
const all = [...november, ...december];

/** As a page holds it, with the days of each month. */
function Page({ told, known = true }: { readonly told: string[]; readonly known?: boolean }) {
  const [value, setValue] = useState<string | null>(null);
  const [month, setMonth] = useState("2031-11");
  const free = all.filter(({ day }) => day.startsWith(month));
  return (
    <DayPicker
      free={known ? free : undefined}
      label="Päivä"
      max="2032-01-20"
      min="2031-11-03"
      month={month}
      next={all.find(({ day }) => value === null || day > value)}
      onChange={(day) => {
        told.push(day);
        setValue(day);
      }}
      onMonth={(next) => {
        told.push(next);
        setMonth(next);
      }}
      value={value}
    />
  );
}

const day = (name: RegExp) => byRole("button", name);

it("says of each day whether it has times, and when the first one begins", async () => {
  await show(<Page told={[]} />);
  expect(day(/keskiviikko 5\.11\.2031, ensimmäinen aika klo 08:00$/)).not.toHaveAttribute("aria-disabled");
  expect(day(/ 6\.11\.2031, ei vapaita aikoja$/)).toHaveAttribute("aria-disabled", "true");
  // What lies before the first day that could be free is not called full.
  expect(day(/ 2\.11\.2031$/)).toHaveAttribute("aria-disabled", "true");
  expect(byRole("application")).toHaveAccessibleDescription("Seuraava vapaa aika: keskiviikko 5.11.2031 klo 08:00");
});

it("calls no day full before that is known", async () => {
  await show(<Page known={false} told={[]} />);
  expect(allByRole("button", /ei vapaita/)).toEqual([]);
});

it("chooses the next free day, in another month as well, and leaves the focus on the button", async () => {
  const told: string[] = [];
  await show(<Page told={told} />);
  const next = byRole("button", "Seuraava vapaa päivä");
  await focus(next);
  for (let times = 0; times < 3; times += 1) await press("Enter");
  expect(told).toEqual(["2031-11-05", "2031-11-20", "2031-12", "2031-12-09"]);
  expect([focused(), next.getAttribute("aria-disabled")]).toEqual([next, "true"]);
  expect(day(/ 9\.12\.2031, valittu/)).toBeInTheDocument();
});

it("goes to the next free day by N within the calendar", async () => {
  const told: string[] = [];
  await show(<Page told={told} />);
  await focus(day(/ 5\.11\.2031/));
  await press("n");
  await press("n");
  await settle(50);
  expect(told).toEqual(["2031-11-05", "2031-11-20"]);
  expect(focused()).toBe(day(/ 20\.11\.2031, valittu/));
  await press("n", { ctrlKey: true });
  expect(told).toHaveLength(2);
});

it("chooses a day by Enter, and none that is full", async () => {
  const told: string[] = [];
  await show(<Page told={told} />);
  await focus(day(/ 5\.11\.2031/));
  await press("ArrowRight");
  await press("Enter");
  expect(told).toEqual([]);
  await press("ArrowLeft");
  await press("Enter");
  expect(told).toEqual(["2031-11-05"]);
});

it("keeps the focus on the buttons of the months, at the last month too", async () => {
  const told: string[] = [];
  await show(<Page told={told} />);
  const [forth] = allByRole("button", "Seuraava kuukausi");
  await focus(forth as HTMLElement);
  for (let times = 0; times < 4; times += 1) await press("Enter");
  expect(told).toEqual(["2031-12", "2032-01"]);
  expect(focused()).toBe(forth);
  expect(forth).toHaveAttribute("aria-disabled", "true");
});

it("begins in a month where the arrows were, at the chosen day, at its first free one or at its first", () => {
  const shown = { month: "2031-11", focused: "2031-11-07", value: "2031-11-20", free: november };
  expect(shownDay(shown)).toBe("2031-11-07");
  expect(shownDay({ ...shown, focused: "2031-10-07" })).toBe("2031-11-20");
  expect(shownDay({ ...shown, focused: "2031-10-07", value: null })).toBe("2031-11-05");
  expect(shownDay({ ...shown, focused: "2031-10-07", value: null, free: undefined })).toBe("2031-11-01");
  expect([monthBeside("2031-12", 1), monthBeside("2032-01", -1)]).toEqual(["2032-01", "2031-12"]);
  expect(["2031-01-01", "2031-06-01", "2032-01-01"].map((each) => clamped(each, "2031-02-01", "2031-12-01"))).toEqual([
    "2031-02-01",
    "2031-06-01",
    "2031-12-01",
  ]);
});
