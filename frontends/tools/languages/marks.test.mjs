// @vitest-environment node
import { expect, it } from "vitest";
import { ofHash } from "../i18n/states.mjs";
import { add, fill } from "./marks.mjs";

/** Catalogues in memory, as the store hands them out. */
function catalogues(files) {
  return {
    files,
    entries: (folder, language) => structuredClone(files[`${folder}/${language}`] ?? {}),
    write: (folder, language, entries) => {
      files[`${folder}/${language}`] = entries;
    },
  };
}

it("a translation written by hand gets its mark, and one that is stale stays so", () => {
  const store = catalogues({
    "practitioner/fi": { open: { defaultMessage: "Avaa" }, close: { defaultMessage: "Sulje" } },
    "practitioner/sv": {
      open: { defaultMessage: "Öppna" },
      close: { defaultMessage: "Stäng", state: "reviewed", of: ofHash("Sulje tämä") },
    },
  });
  expect(fill(store)).toEqual(["practitioner: sv: open"]);
  expect(store.files["practitioner/sv"]).toEqual({
    open: { defaultMessage: "Öppna", state: "drafted", of: ofHash("Avaa") },
    close: { defaultMessage: "Stäng", state: "reviewed", of: ofHash("Sulje tämä") },
  });
  expect(fill(store)).toEqual([]);
});

it("a new text stands in each file beside its like, with its marks, and what is missing is told", () => {
  const store = catalogues({
    "practitioner/fi": {
      "team.name": { defaultMessage: "Nimi" },
      "user.name": { defaultMessage: "Käyttäjä" },
    },
    "practitioner/en": { "team.name": { defaultMessage: "Name", state: "drafted", of: ofHash("Nimi") } },
  });
  expect(add(store, "practitioner", "team.note", { fi: "Huomio", en: "Note" })).toEqual(["sv"]);
  expect(Object.keys(store.files["practitioner/fi"])).toEqual(["team.name", "team.note", "user.name"]);
  expect(store.files["practitioner/en"]["team.note"]).toEqual({
    defaultMessage: "Note",
    state: "drafted",
    of: ofHash("Huomio"),
  });
});

it("a Finnish text that changes makes the others stale, and those said with it new", () => {
  const store = catalogues({
    "practitioner/fi": { name: { defaultMessage: "Nimi" } },
    "practitioner/en": { name: { defaultMessage: "Name", state: "reviewed", of: ofHash("Nimi") } },
    "practitioner/sv": { name: { defaultMessage: "Namn", state: "attested", source: "MW:name", of: ofHash("Nimi") } },
  });
  expect(add(store, "practitioner", "name", { fi: "Koko nimi", sv: "Hela namnet" })).toEqual(["en"]);
  expect(store.files["practitioner/sv"].name).toEqual({
    defaultMessage: "Hela namnet",
    state: "drafted",
    of: ofHash("Koko nimi"),
  });
});

it("a text without Finnish and a language that the app does not speak are refused", () => {
  const store = catalogues({ "practitioner/fi": {} });
  expect(() => add(store, "practitioner", "name", { en: "Name" })).toThrow("say it in Finnish");
  expect(() => add(store, "practitioner", "name", { fi: "Nimi", sme: "Namma" })).toThrow("does not speak sme");
});
