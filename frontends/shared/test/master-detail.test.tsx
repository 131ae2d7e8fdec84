import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { MasterDetail } from "../src/patterns";
import { allByRole, byRole, focus, focused, press, show } from "./screen";

afterEach(() => vi.restoreAllMocks());

const width = (px: number) =>
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, px, 10));

function Inbox() {
  const [chosen, setChosen] = useState<string>();
  return (
    <MasterDetail
      detail={chosen ? <p>Viesti {chosen}</p> : undefined}
      detailKey={chosen}
      detailLabel="Keskustelu"
      list={["A", "B"].map((name) => (
        <button key={name} onClick={() => setChosen(name)} type="button">
          {name}
        </button>
      ))}
      listLabel="Viestit"
      onBack={() => setChosen(undefined)}
      placeholder={<p>Valitse viesti</p>}
    />
  );
}

it("shows both where there is room, and leaves the focus in the list", async () => {
  width(1200);
  await show(<Inbox />);
  expect(byRole("region", "Keskustelu")).toHaveTextContent("Valitse viesti");
  await focus(byRole("button", "B"));
  await press("Enter");
  expect(byRole("region", "Keskustelu")).toHaveTextContent("Viesti B");
  expect(focused()).toBe(byRole("button", "B"));
  expect(allByRole("button", "Takaisin")).toEqual([]);
});

it("shows one at a time where there is none: the focus goes in, and back to where it came from", async () => {
  width(360);
  await show(<Inbox />);
  expect(allByRole("region").map((part) => part.getAttribute("aria-label"))).toEqual(["Viestit"]);
  const second = byRole("button", "B");
  await focus(second);
  await press("Enter");
  expect(allByRole("region", "Viestit")).toEqual([]);
  expect(focused()).toBe(byRole("region", "Keskustelu"));
  await focus(byRole("button", "Takaisin"));
  await press("Enter");
  expect(allByRole("region", "Keskustelu")).toEqual([]);
  expect(focused()).toBe(second);
});
