// @vitest-environment node
import { expect, it } from "vitest";
import { languageOf } from "../src/features/admin/publication/languages";
import { stateOf, type Values, valuesOf } from "../src/features/admin/service-information/contents/values";

const kept = valuesOf({
  name: "Verikoe",
  type: "SERVICE_CONTENT_TYPE_MESSAGE",
  fi: { title: "Otsikko", text: "Teksti" },
  sv: { title: "Rubrik", text: "Text" },
  en: { title: "Title", text: "Text", stale: true },
  sme: { title: "Bajilčála" },
});

const statesOf = (values: Values) =>
  (["fi", "sv", "en", "sme", "smn"] as const).map((language) => stateOf(values, kept, language));

it("says how far each language is", () => {
  expect(statesOf(kept)).toEqual(["complete", "complete", "stale", "begun", "empty"]);
});

it("says of a translation that it lags as soon as the Finnish words change, until it changes too", () => {
  const changed = { ...kept, fi: { ...kept.fi, text: "Muu teksti" } };
  expect(statesOf(changed)).toEqual(["complete", "stale", "stale", "begun", "empty"]);
  expect(statesOf({ ...changed, sv: { ...kept.sv, text: "Annan text" } })[1]).toBe("complete");
  expect(statesOf({ ...kept, en: { ...kept.en, stale: false } })[2]).toBe("complete");
});

it("knows the language of a field, and none of those that stand beside the languages", () => {
  expect([languageOf("details.sms.text"), languageOf("details.name")]).toEqual(["sms", undefined]);
});
