// @vitest-environment node
import { expect, it } from "vitest";
import { isDocumentName, typeOf } from "../src/features/admin/content/documents/types";
import {
  effectOf,
  emptied,
  fieldName,
  type LanguageValue,
  stateOf,
  valuesOf,
} from "../src/features/admin/content/documents/values";
import { ordered, shownAfter } from "../src/features/admin/publication/languages";

const announcement = typeOf("announcement-important");
const cookies = typeOf("cookies");

const whole = (title: string): LanguageValue => ({
  title,
  text: "Teksti",
  linkText: "Lue lisää",
  linkUrl: "https://kajo.example",
  stale: false,
});

const written = { ...emptied, fi: whole("Katko"), sv: whole("Avbrott"), en: whole("Outage") };

it("NAV-21 knows the names of documents, and no others", () => {
  expect(["landing-page", "critical-announcement", "cookies"].every(isDocumentName)).toBe(true);
  expect(["terms-and-conditions", "toString", "", undefined].some(isDocumentName)).toBe(false);
});

it("CMS-03 says of an announcement in each language how far all of its fields are, and of a page how far title and text are", () => {
  const values = { ...written, sv: { ...whole("Avbrott"), linkUrl: " " }, sme: { ...whole("Boatkka"), linkText: "" } };
  const states = ordered.map((language) => stateOf(announcement, values, values, language));
  expect(states).toEqual(["complete", "begun", "complete", "begun", "empty", "empty"]);
  const page = valuesOf({ fi: { title: "Evästeet", text: "Teksti" }, sv: { title: "Kakor" } });
  expect(["fi", "sv", "en"].map((language) => stateOf(cookies, page, page, language as "fi"))).toEqual([
    "complete",
    "begun",
    "empty",
  ]);
});

it("CMS-03 says that translations lag behind an address that changed in Finnish", () => {
  const changed = { ...written, fi: { ...written.fi, linkUrl: "https://muu.example" } };
  expect(effectOf(announcement, changed, written, true)).toEqual({ announced: "shown", stale: ["sv", "en"] });
});

it("CMS-01 says before it is published that everybody sees an announcement, or that it goes", () => {
  const announced = (values: typeof written, isInForce: boolean) =>
    effectOf(announcement, values, written, isInForce).announced;
  expect(announced(written, false)).toBe("shown");
  expect(announced(emptied, true)).toBe("removed");
  expect(announced(emptied, false)).toBeUndefined();
  expect(effectOf(cookies, written, written, true).announced).toBeUndefined();
});

it("CMS-10 asks nothing of what is refused in any case: in part, or without a translation", () => {
  const announced = (values: typeof written) => effectOf(announcement, values, written, false).announced;
  expect(announced({ ...written, en: emptied.en })).toBeUndefined();
  expect(announced({ ...written, fi: { ...written.fi, linkText: "" } })).toBeUndefined();
  expect(announced({ ...written, sms: { ...emptied.sms, title: "Kõskk" } })).toBeUndefined();
});

it("CMS-10 shows the language in which something is refused, the first one where it is not shown already", () => {
  const refused = [fieldName("en", "linkUrl"), fieldName("sv", "title")];
  expect(refused).toEqual(["details.en.link_url", "details.sv.title"]);
  expect(shownAfter(refused, "fi")).toBe("sv");
  expect(shownAfter(refused, "en")).toBe("en");
  expect(shownAfter(["details.name"], "sms")).toBe("sms");
});
