import { afterEach, expect, it, vi } from "vitest";
import { leave } from "../src/session/leave";

afterEach(() => vi.restoreAllMocks());

it("S-16 goes where it is told, and posts nothing: what the realm is told never comes by a script", () => {
  const submit = vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(() => {});
  leave({ url: "#left" });
  expect(window.location.hash).toBe("#left");
  expect(submit).not.toHaveBeenCalled();
});
