import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CountdownTo } from "../src/ui";
import { byRole, show } from "./screen";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-27T08:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (seconds: number) => act(async () => vi.advanceTimersByTime(seconds * 1_000));

it("counts down in sight each second, and aloud at few moments alone", async () => {
  const over = vi.fn();
  await show(
    <CountdownTo
      onOver={over}
      over="Ei enää"
      text={(left) => `Vielä ${left}`}
      until={new Date("2026-11-27T08:05:00Z")}
    />,
  );
  const seen = byRole("timer");
  const said = byRole("status");
  expect([seen.textContent, said.textContent]).toEqual(["Vielä 5 min 0 s", ""]);
  const heard = new Set<string>();
  for (let second = 0; second < 299; second += 1) {
    await pass(1);
    if (said.textContent) heard.add(said.textContent);
  }
  expect(seen.textContent).toBe("Vielä 0 min 1 s");
  expect([...heard]).toEqual(["Vielä 2 min 0 s", "Vielä 1 min 0 s", "Vielä 0 min 30 s"]);
  expect(over).not.toHaveBeenCalled();
  await pass(1);
  expect([seen.textContent, said.textContent]).toEqual(["Ei enää", "Ei enää"]);
  await pass(60);
  expect(over).toHaveBeenCalledOnce();
});
