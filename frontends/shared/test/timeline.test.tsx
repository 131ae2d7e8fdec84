import { act } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { PrintButton, PrintView } from "../src/patterns";
import { Timeline } from "../src/ui";
import { byRole, focus, press, show } from "./screen";

afterEach(() => vi.useRealTimers());

it("tells what happened and when, in order", async () => {
  await show(
    <Timeline
      entries={[
        { id: "1", at: new Date("2026-03-05T12:07:00Z"), title: "Saapui", tone: "info" },
        { id: "2", at: new Date("2026-03-06T06:00:00Z"), title: "Vastattu", children: <p>Hoitaja</p> },
      ]}
      label="Tapahtumat"
    />,
  );
  const list = byRole("list", "Tapahtumat");
  expect(list.tagName).toBe("OL");
  const times = [...list.querySelectorAll("time")];
  expect(times.map((time) => [time.dateTime, time.textContent])).toEqual([
    ["2026-03-05T12:07:00.000Z", "05.03.2026 klo 14:07"],
    ["2026-03-06T06:00:00.000Z", "06.03.2026 klo 08:00"],
  ]);
});

it("prints under the name and the date of printing", async () => {
  vi.useFakeTimers({ now: new Date("2026-03-05T12:07:00Z"), toFake: ["Date"] });
  const print = vi.fn();
  window.print = print;
  await show(
    <>
      <PrintButton />
      <PrintView name="Aino Aalto" title="Hoitosuunnitelma">
        <p>Sisältö</p>
      </PrintView>
    </>,
  );
  const head = document.querySelector("[data-print-head]");
  expect(head).toHaveTextContent("Hoitosuunnitelma");
  expect(head).toHaveTextContent("Aino Aalto");
  await focus(byRole("button", "Tulosta"));
  await press("Enter");
  expect(print).toHaveBeenCalledOnce();
  vi.setSystemTime(new Date("2026-03-06T06:00:00Z"));
  await act(async () => window.dispatchEvent(new Event("beforeprint")));
  expect(head).toHaveTextContent("Tulostettu 06.03.2026 klo 08:00");
});
