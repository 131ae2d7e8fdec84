// @vitest-environment node
import { expect, it } from "vitest";
import { found, withPhrase } from "../src/features/phrases/insert";

it("inserts a phrase at the caret or over what is selected, and keeps words apart", () => {
  expect(withPhrase("", "Hei", 0, 0)).toEqual({ text: "Hei", from: 3, to: 3 });
  expect(withPhrase("Hyvä Aino,", "Kiitos viestistä.", 10, 10).text).toBe("Hyvä Aino, Kiitos viestistä.");
  expect(withPhrase("Hyvä \nloppu", "Kiitos", 5, 5)).toEqual({ text: "Hyvä Kiitos\nloppu", from: 11, to: 11 });
  expect(withPhrase("vanha teksti", "uusi", 0, 5)).toEqual({ text: "uusi teksti", from: 4, to: 4 });
});

it("selects the first place to fill in", () => {
  const { text, from, to } = withPhrase("Hei,", "aikasi on [ ] klo [ ].", 4, 4);
  expect(text).toBe("Hei, aikasi on [ ] klo [ ].");
  expect([text.slice(from, to), from]).toEqual(["[ ]", 15]);
});

it("finds phrases that hold all words, in title or text", () => {
  const phrases = [{ title: "Alku", text: "Hyvää päivää" }, { text: "Kiitos viestistä" }];
  expect(found(phrases, "PÄIVÄÄ alku")).toEqual([phrases[0]]);
  expect(found(phrases, " ")).toEqual(phrases);
  expect(found(phrases, "hyvää kiitos")).toEqual([]);
});
