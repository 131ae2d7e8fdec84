// @vitest-environment node
/** Surveys in files: the same again, or nothing. */
import { expect, it } from "vitest";
import { fileNameOf } from "../src/features/admin/surveys/transfer/file-name";
import { putImported, takeImported } from "../src/features/admin/surveys/transfer/imported";
import { readSurvey } from "../src/features/admin/surveys/transfer/read";

const choice = {
  linkId: "harm",
  type: "ITEM_TYPE_CHOICE" as const,
  text: { texts: { fi: "Haittaako?" } },
  options: [{ code: "yes", text: { texts: { fi: "Kyllä" } }, ordinal: "1000000" }],
};
const survey = (item: object = choice) => ({
  title: { fi: "Kipu" },
  type: "SURVEY_TYPE_OMAVOINTI",
  matter: "MATTER_HEALTH",
  questionnaire: { items: [{ linkId: "step", type: "ITEM_TYPE_GROUP", items: [item] }] },
});
const read = (json: unknown) => readSurvey(JSON.stringify(json));

it("SUR-01 reads what was exported as the same survey", async () => {
  expect(await read(survey())).toEqual({ details: survey() });
});

it("SUR-01 refuses what it does not know as a whole, and says where it stands", async () => {
  const at = "questionnaire.items[0].items[0]";
  const wrongOf = async (json: unknown) => (await read(json)) as { wrong: object };
  expect(await wrongOf({ ...survey(), colour: "red" })).toEqual({ wrong: { code: "unknown", at: "colour" } });
  expect(await wrongOf(survey({ ...choice, weight: 3 }))).toEqual({ wrong: { code: "unknown", at: `${at}.weight` } });
  expect(await wrongOf(survey({ ...choice, type: "ITEM_TYPE_QUANTITY" }))).toEqual({
    wrong: { code: "malformed", at: `${at}.type` },
  });
  expect(await wrongOf(survey({ ...choice, options: [{ code: "yes", ordinal: "many" }] }))).toEqual({
    wrong: { code: "malformed", at: `${at}.options[0].ordinal` },
  });
  expect(await wrongOf(survey({ ...choice, text: "Haittaako?" }))).toEqual({
    wrong: { code: "malformed", at: `${at}.text` },
  });
});

it.each([
  ["{", "no_json"],
  ["", "no_json"],
  ["[]", "no_survey"],
  ['"Kipu"', "no_survey"],
  ['{"resourceType":"Questionnaire"}', "no_survey"],
  [" ".repeat(2_000_001), "too_large"],
])("SUR-01 refuses a file that is no survey", async (text, code) => {
  expect(await readSurvey(text)).toEqual({ wrong: { code, at: "" } });
});

it("SUR-01 hands an imported survey on once", () => {
  const details = { title: { fi: "Kipu" } };
  putImported(details);
  expect(takeImported()).toBe(details);
  expect(takeImported()).toBeUndefined();
});

it("SUR-01 names a file after the survey's title", () => {
  expect(fileNameOf("Kipu & mieliala: äidin kysely (2026)")).toBe("kipu-mieliala-aidin-kysely-2026.json");
  expect(fileNameOf(" ?! ")).toBe("kysely.json");
  expect(fileNameOf("a".repeat(200))).toHaveLength(65);
});
