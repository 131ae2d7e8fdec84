import { beforeAll, describe, expect, it, vi } from "vitest";
import { findIcons, IconPicker, iconGroups, iconNames, loaderOf } from "../src/icons";
import en from "../src/icons/names/en.json";
import fi from "../src/icons/names/fi.json";
import sv from "../src/icons/names/sv.json";
import { allByRole, byRole, focus, focused, press, settle, show, type } from "./screen";

const keys = [...iconNames, ...Object.keys(iconGroups).map((group) => `group.${group}`)].toSorted();

describe("the icon catalogue", () => {
  it("NAV-16 has about 190 icons, each of which can be fetched by itself", async () => {
    expect(iconNames.length).toBeGreaterThanOrEqual(180);
    expect(iconNames.length).toBeLessThanOrEqual(200);
    const shapes = await Promise.all(iconNames.map((name) => loaderOf(name)?.()));
    expect(shapes.filter((shape) => shape?.default === undefined)).toEqual([]);
  });

  it.each([
    ["Finnish", fi],
    ["Swedish", sv],
    ["English", en],
  ])("NAV-16 names each icon and group in %s, and no two alike", (_language, names) => {
    expect(Object.keys(names).toSorted()).toEqual(keys);
    expect(new Set(Object.values(names)).size).toBe(keys.length);
  });

  it("NAV-16 is searched by name, by English name and by group", () => {
    const found = (words: string) => findIcons(words, fi, en).flatMap(({ names }) => names);
    expect(found("rokotus")).toEqual(["syringe"]);
    expect(found("Vaccination")).toEqual(["syringe"]);
    expect(found("perhe ja")).toEqual(Object.keys(iconGroups.family));
    expect(found("")).toHaveLength(iconNames.length);
    expect(found("xyz")).toEqual([]);
  });
});

describe("the picker", () => {
  beforeAll(() => {
    // jsdom sees nothing: what would be fetched when seen stays unfetched.
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        observe() {}
        disconnect() {}
      },
    );
  });

  it("NAV-16 lets an icon be searched, chosen and taken away by keyboard", async () => {
    const told: (string | undefined)[] = [];
    const change = (name: string | undefined) => told.push(name);
    await show(<IconPicker label="Luokan kuvake" onChange={change} value={undefined} />);
    await settle(50);
    expect(byRole("group", "Luokan kuvake")).toHaveTextContent("Ei kuvaketta");
    await focus(byRole("button", "Valitse"));
    await press("Enter");
    await settle(50);
    expect(allByRole("button", "Rokotus")).toHaveLength(1);
    await focus(byRole("textbox", /Hae kuvaketta/));
    await type("roko");
    expect(byRole("status")).toHaveTextContent("1 kuvake");
    await focus(byRole("button", "Rokotus"));
    await press("Enter");
    expect(told).toEqual(["syringe"]);
    await show(<IconPicker label="Luokan kuvake" onChange={change} value="syringe" />);
    expect(byRole("group", "Luokan kuvake")).toHaveTextContent("Rokotus");
    await focus(byRole("button", "Poista"));
    await press("Enter");
    expect(told).toEqual(["syringe", undefined]);
    expect(focused()).toBeInTheDocument();
  });
});
