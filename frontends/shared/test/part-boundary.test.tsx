/** What fails in one part of a page leaves the others, and what was typed there. */
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { PartBoundary } from "../src/errors";
import { MasterDetail } from "../src/patterns";
import { allByRole, byRole, focus, press, show, type } from "./screen";

afterEach(() => vi.restoreAllMocks());

let isBroken = true;

function Part() {
  if (isBroken) throw new Error("insertBefore");
  return <p>Osa</p>;
}

function Note() {
  const [text, setText] = useState("");
  return <input aria-label="Muistiinpano" onChange={({ target }) => setText(target.value)} value={text} />;
}

it("R-04 stands in the place of what failed, and tries again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  isBroken = false;
  const page = (of: string) => (
    <>
      <Note />
      <PartBoundary of={of}>
        <Part />
      </PartBoundary>
    </>
  );
  await show(page("1"));
  await focus(byRole("textbox", "Muistiinpano"));
  await type("Puolivalmis");
  isBroken = true;
  await show(page("1"));
  expect(byRole("alert").textContent).toContain("Tätä sivun osaa ei voitu näyttää.");
  expect((byRole("textbox", "Muistiinpano") as HTMLInputElement).value).toBe("Puolivalmis");

  await focus(byRole("button", "Yritä uudelleen"));
  await press("Enter");
  expect(allByRole("alert")).toHaveLength(1);
  isBroken = false;
  await press("Enter");
  expect([allByRole("alert").length, document.querySelector("p")?.textContent]).toEqual([0, "Osa"]);

  isBroken = true;
  await show(page("1"));
  expect(allByRole("alert")).toHaveLength(1);
  isBroken = false;
  await show(page("2"));
  expect(allByRole("alert")).toHaveLength(0);
});

it("R-04 leaves the list where the detail has failed", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  isBroken = true;
  await show(
    <MasterDetail
      detail={<Part />}
      detailKey="1"
      detailLabel="Keskustelu"
      list={<Note />}
      listLabel="Viestit"
      onBack={() => {}}
    />,
  );
  expect(byRole("textbox", "Muistiinpano")).not.toBeNull();
  expect(byRole("alert").textContent).toContain("Tätä sivun osaa ei voitu näyttää.");
});
