// @vitest-environment node
/** What a form without a name is asked about before it is sent, and the end of an address. */
import { expect, it } from "vitest";
import { isPersonal, personalIn } from "../src/features/filling/personal";
import { tailIn } from "../src/features/public-form/tail";

it.each([
  "131052-308T",
  "Tunnukseni on 010190a123b.",
  "010190 -123 B",
  "131052–308T",
  // The check character of another.
  "131052-3081",
  "Soittakaa 040 123 4567!",
  "puh.040-1234567",
  "+358 (0)40 123 4567",
  "+46 70 123 45 67",
  "00358401234567",
  "(09) 123 4567",
  "040 1234567 ja 010190 2026 12 12 12",
])("SUR-07 takes for a code or a number: %s", (text) => {
  expect(isPersonal(text)).toBe(true);
});

it.each([
  "",
  "Kävin 1.2.2026 ja 01.03.2026",
  "2026-01-02",
  "00100 Helsinki",
  "Soitin numeroon 112 ja 116 117",
  "klo 08:00-16:00",
  "Y-tunnus 1234567-8",
  "100 000 000 euroa",
  "451390-123A",
  "A0401234567",
])("SUR-07 takes for none: %s", (text) => {
  expect(isPersonal(text)).toBe(false);
});

it.each([
  "matti.meikalainen@example.fi",
  "Kirjoittakaa: Äiti+koti@posti.example.com.",
  "(a@b.fi)",
  "maija-liisa_2@vero.suomi.fi, kiitos",
])("SUR-07 CHA-09 takes for an e-mail address: %s", (text) => {
  expect(isPersonal(text)).toBe(true);
});

it.each(["Tavataan @ torilla", "lämpö 38@aamulla", "@kajo", "kajo.example.fi", "a@b", "1 @ 2.50"])(
  "SUR-07 CHA-09 takes for no e-mail address: %s",
  (text) => {
    expect(isPersonal(text)).toBe(false);
  },
);

it("SUR-07 CHA-09 looks through the longest text in no time", () => {
  expect(isPersonal("a.b-".repeat(50_000))).toBe(false);
});

it("SUR-07 finds it in whatever is written, but for what was asked for", () => {
  const written = { text: "040 123 4567" };
  const found = personalIn(
    {
      items: [
        {
          linkId: "step",
          items: [
            { linkId: "phone", format: "STRING_FORMAT_PHONE" },
            { linkId: "email", format: "STRING_FORMAT_EMAIL" },
            { linkId: "free" },
          ],
        },
        { linkId: "choice" },
        { linkId: "calm" },
      ],
    },
    {
      answers: [
        { linkId: "phone", values: [written] },
        { linkId: "email", values: [{ text: "a@example.fi" }] },
        { linkId: "free", values: [written] },
        { linkId: "choice", values: [{ code: "a" }, { other: "131052-308T" }] },
        { linkId: "calm", values: [{ text: "Kiitos" }] },
        { linkId: "empty" },
      ],
    },
  );
  expect(found.map(({ linkId }) => linkId)).toEqual(["free", "choice"]);
  expect(personalIn({}, {})).toEqual([]);
});

it.each([
  ["palaute", "palaute"],
  [" Palaute ", "palaute"],
  ["/fi/lomakkeet/palaute/", "palaute"],
  ["https://kajo.example/sv/enkater/oma-palaute?step=questions#a", "oma-palaute"],
  ["", undefined],
  ["ab", undefined],
  ["ä".repeat(5), undefined],
  ["oma--palaute", undefined],
  ["x".repeat(61), undefined],
  ["https://kajo.example", undefined],
])("SUR-07 finds the end of the address in %j", (address, tail) => {
  expect(tailIn(address)).toBe(tail);
});
