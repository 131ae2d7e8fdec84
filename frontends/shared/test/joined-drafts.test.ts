// @vitest-environment node
import { expect, it } from "vitest";
import { nothing, type Written } from "../src/drafts/local";
import { merged } from "../src/drafts/merged";

/** The same row of numbers each time (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const words = (text: string): Written => ({ ...nothing, text });
const text = (base: string, here: string, there: string) => merged(words(here), words(there), words(base)).text;

interface Device {
  /** What stands in its field. */
  readonly here: string;
  /** What the server had when this device read or saved it last. */
  readonly base: string;
}

it("R-05 joins what two devices change in turn ten thousand times without a letter lost or doubled", () => {
  const next = numbers(5);
  const below = (n: number) => Math.floor(next() * n);
  let devices: readonly Device[] = [
    { here: "", base: "" },
    { here: "", base: "" },
  ];
  let there = "";
  let typed = 0;
  const taken = new Set<string>();
  /** Each letter is typed once alone, so that one that is lost or doubled is seen. */
  const letter = () => String.fromCodePoint(0x4e00 + typed++);
  const change = (old: string): string => {
    const letters = [...old];
    const at = below(letters.length + 1);
    // As much as one has in hand: a text that grows and shrinks.
    if (letters.length > 60 || (letters.length > 20 && next() < 0.45)) {
      const gone = letters.splice(at, 1 + below(3));
      for (const each of gone) taken.add(each);
      return letters.join("");
    }
    const kind = below(4);
    letters.splice(
      at,
      0,
      kind === 0 ? letter() : kind === 1 ? `${letter()} ` : kind === 2 ? ` ${letter()}${letter()}` : `\n${letter()}`,
    );
    return letters.join("");
  };
  for (let turn = 0; turn < 10_000; turn += 1) {
    const who = turn % 2;
    const device = devices[who] as Device;
    let here = device.here;
    for (let times = 0; times <= below(3); times += 1) here = change(here);
    const together = device.base === there ? here : text(device.base, here, there);
    const wanted = new Set([...here, ...there].filter((each) => each.trim() !== "" && !taken.has(each)));
    const found = [...together].filter((each) => each.trim() !== "");
    expect(new Set(found).size, `turn ${turn}: doubled in ${together}`).toBe(found.length);
    expect(
      [...wanted].filter((each) => !together.includes(each)),
      `turn ${turn}: lost`,
    ).toEqual([]);
    expect(found.length).toBeLessThanOrEqual(typed);
    // Saved; and joining with what was saved changes nothing any more.
    there = together;
    expect(text(together, together, there)).toBe(together);
    devices = devices.map((each, index) => (index === who ? { here: together, base: together } : each));
  }
  expect(typed).toBeGreaterThan(5_000);
});

it("R-05 joins the same words any number of times to the same", () => {
  const base = "Selkä on kipeä. Alkoi maanantaina.";
  const here = "Selkä on hyvin kipeä. Alkoi maanantaina.";
  const there = "Selkä on kipeä. Alkoi maanantaina. Kuume 38.";
  const together = "Selkä on hyvin kipeä. Alkoi maanantaina. Kuume 38.";
  expect(text(base, here, there)).toBe(together);
  expect(text(base, there, here)).toBe(together);
  expect(text(base, together, there)).toBe(together);
  expect(text(base, here, together)).toBe(together);
  expect(text(base, here, here)).toBe(here);
  expect(text(base, here, base)).toBe(here);
  expect(text(base, base, there)).toBe(there);
});

it("R-05 keeps the words of both where both changed the same ones, and takes out what one took out", () => {
  expect(text("Hei.", "Hei. Yksi", "Hei. Kaksi")).toBe("Hei. Yksi Kaksi");
  expect(text("kipu", "kipua", "")).toBe("kipua");
  expect(text("Ensin. Sitten. Lopuksi.", "Ensin. Lopuksi.", "Ensin. Sitten. Lopuksi. Kiitos.")).toBe(
    "Ensin. Lopuksi. Kiitos.",
  );
  const [one, two, three] = [{ attachmentId: "1" }, { attachmentId: "2" }, { attachmentId: "3" }];
  const files = (...attachments: readonly { attachmentId: string }[]): Written => ({ ...nothing, attachments });
  expect(merged(files(two), files(one, two, three), files(one, two)).attachments).toEqual([two, three]);
});

it("R-05 comes to an end with two long texts, and doubles nothing that they share", () => {
  const next = numbers(7);
  const long = Array.from({ length: 14_000 }, () => Math.floor(next() * 36 ** 5).toString(36)).join(" ");
  const here = `Alku ${long} loppu`;
  const there = `Toinen ${long} toinen`;
  expect(text(long, here, there).length).toBeLessThan(long.length + 100);
  // Nothing in common: both stand there once.
  const other = Array.from({ length: 14_000 }, () => Math.floor(next() * 36 ** 5).toString(36)).join(" ");
  expect(text(long.slice(7), other, long).length).toBeLessThanOrEqual(other.length + long.length + 2);
});
