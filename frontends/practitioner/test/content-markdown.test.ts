// @vitest-environment node
import { expect, it } from "vitest";
import { type Format, formatted } from "../src/features/admin/publication/markdown";

/** A text with its selection between brackets, before and after a tool was used. */
function use(format: Format, marked: string): string {
  const from = marked.indexOf("⟦");
  const to = marked.indexOf("⟧") - 1;
  const text = marked.replace(/[⟦⟧]/g, "");
  const { from: start, to: end, insert, select } = formatted(text, { from, to }, format, "teksti");
  const changed = text.slice(0, start) + insert + text.slice(end);
  return `${changed.slice(0, select.from)}⟦${changed.slice(select.from, select.to)}⟧${changed.slice(select.to)}`;
}

it("marks what is selected, and takes the marks away again", () => {
  expect(use("bold", "Ole ⟦ravinnotta⟧.")).toBe("Ole **⟦ravinnotta⟧**.");
  expect(use("bold", "Ole **⟦ravinnotta⟧**.")).toBe("Ole ⟦ravinnotta⟧.");
  expect(use("italic", "Ole ⟦levossa⟧")).toBe("Ole *⟦levossa⟧*");
  expect(use("italic", "Ole *⟦levossa⟧*")).toBe("Ole ⟦levossa⟧");
});

it("makes what is bold italic as well, instead of half of it", () => {
  expect(use("italic", "Ole **⟦levossa⟧**")).toBe("Ole ***⟦levossa⟧***");
});

it("puts no marks beside blanks, where they would be words", () => {
  expect(use("bold", "Ole⟦ ravinnotta ⟧nyt")).toBe("Ole **⟦ravinnotta⟧** nyt");
});

it("gives words to type over where nothing is selected", () => {
  expect(use("bold", "Ole ⟦⟧")).toBe("Ole **⟦teksti⟧**");
  expect(use("link", "⟦⟧")).toBe("[teksti](⟦https://⟧)");
});

it("links words to an address to be typed, and an address to words to be typed", () => {
  expect(use("link", "Katso ⟦kartta⟧.")).toBe("Katso [kartta](⟦https://⟧).");
  expect(use("link", "Katso ⟦https://kajo.example⟧")).toBe("Katso [⟦teksti⟧](https://kajo.example)");
});

it("goes through the levels of a heading and back to none, wherever in the line one is", () => {
  expect(use("heading", "Alku\nEn⟦⟧nen\nLoppu")).toBe("Alku\n## Ennen⟦⟧\nLoppu");
  expect(use("heading", "## En⟦⟧nen")).toBe("### Ennen⟦⟧");
  expect(use("heading", "### En⟦⟧nen")).toBe("Ennen⟦⟧");
});

it("makes a list of every line that is touched, and lines again", () => {
  expect(use("list", "a\n⟦b\nc⟧\nd")).toBe("a\n- b\n- c⟦⟧\nd");
  expect(use("list", "⟦- b\n- c⟧")).toBe("b\nc⟦⟧");
});
