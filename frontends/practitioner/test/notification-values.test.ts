// @vitest-environment node
import { expect, it } from "vitest";
import {
  allowedIn,
  filled,
  piecesOf,
  samplesIn,
  unknownIn,
} from "../src/features/admin/content/notifications/placeholders";
import { smsSize } from "../src/features/admin/content/notifications/sms";
import { isTemplateName, templateNames, typeOf } from "../src/features/admin/content/notifications/types";
import { fieldName, stateOf, valuesOf, writtenIn } from "../src/features/admin/content/notifications/values";

const samples = samplesIn("fi");

it("NAV-21 CMS-04 knows the names of templates, one of each kind, and no others", () => {
  expect(["template-message", "template-lab-result", "template-appointment-reminder"].every(isTemplateName)).toBe(true);
  expect(["message", "template-", "template-toString", "cookies", undefined].some(isTemplateName)).toBe(false);
  expect(new Set(templateNames.map((name) => typeOf(name).kind)).size).toBe(11);
});

it("CMS-04 counts the text messages that basic letters take: 160 in one, 153 in each of several", () => {
  const sizes = [0, 1, 160, 161, 306, 307].map((length) => smsSize("ä".repeat(length)).parts);
  expect(sizes).toEqual([0, 1, 1, 2, 2, 3]);
  expect(smsSize("Kajo: Åsa & Öö, ñ è à ß @ £ ¤ §\n").wideFor).toBeUndefined();
});

it("CMS-04 counts two places for what stands behind an escape, and never halves it", () => {
  expect([smsSize("€".repeat(80)).parts, smsSize("€".repeat(81)).parts]).toEqual([1, 2]);
  // 76 of them leave one place in a message of 153 that the next cannot take.
  expect([smsSize("€".repeat(152)).parts, smsSize("€".repeat(153)).parts]).toEqual([2, 3]);
});

it("CMS-04 counts 70 and 67 as soon as one letter is none of the basic ones, and names it", () => {
  const sizes = [69, 70, 133, 134].map((length) => smsSize(`š${"a".repeat(length)}`));
  expect(sizes.map(({ parts }) => parts)).toEqual([1, 2, 2, 3]);
  expect(sizes.every(({ wideFor }) => wideFor === "š")).toBe(true);
  expect(["č", "đ", "ŋ", "á", "ʹ", "ǩ", "–", "”", "\u00a0"].map((letter) => smsSize(letter).wideFor)).toEqual([
    "č",
    "đ",
    "ŋ",
    "á",
    "ʹ",
    "ǩ",
    "–",
    "”",
    "\u00a0",
  ]);
  // What needs two units of it stands whole in one message.
  expect([smsSize("🙂".repeat(35)).parts, smsSize("🙂".repeat(36)).parts, smsSize("🙂".repeat(67)).parts]).toEqual([
    1, 2, 3,
  ]);
});

it("CMS-04 counts an address as 80 letters, and a time in letters that text messages have", () => {
  expect(samples.link).toHaveLength(80);
  for (const language of ["fi", "sv", "en", "sme", "smn", "sms"] as const) {
    const text = filled("{time}: {link}", ["link", "time"], samplesIn(language));
    expect(smsSize(text)).toEqual({ parts: 1, wideFor: undefined });
  }
  expect(filled("Kajo: {time}", ["time"], samples)).toBe("Kajo: 02.03.2027 klo 10:15");
});

it("CMS-04 fills in what is allowed, and leaves the rest as it is written", () => {
  const pieces = piecesOf("Hei {nimi}, {link}! {nimi} {Link} { link } {} {time}", ["link"], samples);
  expect(pieces.map(({ text }) => text).join("")).toBe(`Hei {nimi}, ${samples.link}! {nimi} {Link} { link } {} {time}`);
  expect(unknownIn(pieces)).toEqual(["{nimi}", "{time}"]);
  expect(piecesOf("a{link}{link}b", ["link"], { link: "L" })).toEqual([
    { at: 0, text: "a", is: "words" },
    { at: 1, text: "L", is: "filled" },
    { at: 7, text: "L", is: "filled" },
    { at: 13, text: "b", is: "words" },
  ]);
  expect(piecesOf("", ["link"], samples)).toEqual([]);
});

it("CMS-04 has a place for an address in the e-mail and the text message, and none in a subject and on a device", () => {
  for (const part of ["email", "sms"] as const) expect(allowedIn(part, ["link", "time"])).toEqual(["link", "time"]);
  for (const part of ["subject", "push"] as const) {
    expect(allowedIn(part, ["link", "time"])).toEqual(["time"]);
    expect(allowedIn(part, ["link"])).toEqual([]);
  }
});

it("CMS-04 says of each language how far all of its texts are, and that translations lag behind Finnish", () => {
  const whole = { subject: "Aihe", email: "Katso {link}", sms: "Kajo: {link}", push: "Katso" };
  const kept = valuesOf({ fi: whole, sv: whole, en: { ...whole, sms: " " }, sme: { subject: "Fáddá" } });
  expect((["fi", "sv", "en", "sme", "smn"] as const).map((language) => stateOf(kept, kept, language))).toEqual([
    "complete",
    "complete",
    "begun",
    "begun",
    "empty",
  ]);
  for (const part of [{ sms: "Kajo: uusi viesti. {link}" }, { push: "Uusi viesti" }]) {
    expect(stateOf({ ...kept, fi: { ...kept.fi, ...part } }, kept, "sv")).toBe("stale");
  }
  expect(writtenIn(kept).map(({ language }) => language)).toEqual(["fi", "sv", "en", "sme"]);
  expect([fieldName("sms", "sms"), fieldName("sms", "push")]).toEqual(["details.sms.sms", "details.sms.push"]);
});

it("CMS-04 asks for words for devices where a template was published before they were told", () => {
  const kept = valuesOf({ fi: { subject: "Aihe", email: "Katso {link}", sms: "Kajo: {link}" } });
  expect(kept.fi.push).toBe("");
  expect(stateOf(kept, kept, "fi")).toBe("begun");
  const { sv } = valuesOf({ sv: { push: "Se" } });
  expect(writtenIn({ ...kept, sv }).map(({ language }) => language)).toEqual(["fi", "sv"]);
});
