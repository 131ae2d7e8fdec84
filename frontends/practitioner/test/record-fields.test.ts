// @vitest-environment node
/** What is seen to be wrong with a record before it is sent, and how its fields are named to the server. */
import type { Text } from "@kajo/shared/i18n";
import { expect, it } from "vitest";
import {
  labelsOf,
  pathOf,
  problemsOf,
  type RecordField,
  sentOf,
  serverName,
  setOf,
  valuesOf,
} from "../src/features/admin/module/fields";
import { openingHoursValue } from "../src/features/admin/module/opening-hours";

interface Details {
  readonly name?: { readonly fi?: string; readonly sv?: string; readonly en?: string };
  readonly leadText?: { readonly fi?: string; readonly sv?: string; readonly en?: string };
  readonly icon?: string;
  readonly matter?: string;
}

const fields: readonly RecordField<Details>[] = [
  { as: "translated", key: "name", label: "serviceCategories.name", max: 200 },
  { as: "translated", key: "leadText", label: "serviceCategories.description", max: 2000, optional: true },
  { as: "icon", key: "icon", label: "serviceCategories.icon" },
  { as: "choice", key: "matter", label: "serviceCategories.matter", options: [["MATTER_HEALTH", "matter.health"]] },
];

/** Says the key and its values instead of the words. */
const t = ((key: string, values?: Record<string, string>) =>
  [key, ...Object.values(values ?? {})].join(" ")) as unknown as Text;

it("fills a form from what is kept, and with nothing where nothing is", () => {
  const empty = { fi: "", sv: "", en: "" };
  expect(valuesOf(fields, undefined)).toEqual({ name: empty, leadText: empty, icon: "", matter: "" });
  expect(valuesOf(fields, { name: { fi: "Hammas" }, matter: "MATTER_HEALTH" })).toEqual({
    name: { ...empty, fi: "Hammas" },
    leadText: empty,
    icon: "",
    matter: "MATTER_HEALTH",
  });
});

it("names fields as the server does, in each language", () => {
  expect(serverName("leadText")).toBe("lead_text");
  expect(pathOf("leadText", "sv")).toBe("details.lead_text.sv");
  expect(Object.keys(labelsOf(fields, t))).toEqual([
    "details.name.fi",
    "details.name.sv",
    "details.name.en",
    "details.lead_text.fi",
    "details.lead_text.sv",
    "details.lead_text.en",
    "details.icon",
    "details.matter",
  ]);
});

it("SVC-01 tells each language that is missing: of what is optional only when another one is written", () => {
  const texts = (fi: string, sv: string, en: string) => ({ fi, sv, en });
  const whole = { name: texts("a", "b", "c"), leadText: texts("", " ", ""), icon: "", matter: "MATTER_HEALTH" };
  expect(problemsOf(fields, whole, t)).toEqual({});
  const wrong = { ...whole, name: texts("a", " ", ""), leadText: texts("", "b", ""), matter: "" };
  expect(problemsOf(fields, wrong, t)).toEqual({
    "details.name.sv": "error.reason.translation_missing",
    "details.name.en": "error.reason.translation_missing",
    "details.lead_text.fi": "error.reason.all_or_nothing",
    "details.lead_text.en": "error.reason.all_or_nothing",
    "details.matter": "field.required",
  });
});

const useOptions = () => [];

it("holds numbers, references and lists of them, and sends no number that is left out", () => {
  interface More {
    readonly code?: string;
    readonly ageMin?: number;
    readonly ageMax?: number;
    readonly categoryId?: string;
    readonly areaId?: string;
    readonly roleIds?: readonly string[];
  }
  const more: readonly RecordField<More>[] = [
    { as: "text", key: "code", label: "admin.name", max: 20 },
    { as: "number", key: "ageMin", label: "admin.name", min: 0, max: 120 },
    { as: "number", key: "ageMax", label: "admin.name", min: 0, max: 120 },
    { as: "reference", key: "categoryId", label: "admin.name", useOptions },
    { as: "reference", key: "areaId", label: "admin.name", optional: true, useOptions },
    { as: "references", key: "roleIds", label: "admin.name", useOptions },
  ];
  const empty = valuesOf(more, undefined);
  expect(empty).toEqual({ code: "", ageMin: null, ageMax: null, categoryId: "", areaId: "", roleIds: [] });
  expect(problemsOf(more, empty, t)).toEqual({ "details.category_id": "field.required" });
  const values = valuesOf(more, { ageMin: 0, categoryId: "1", roleIds: ["2"] });
  expect(problemsOf(more, values, t)).toEqual({});
  expect(sentOf(more, values)).toEqual({ code: "", ageMin: 0, categoryId: "1", areaId: "", roleIds: ["2"] });
});

it("CHA-02 sets no hours that are not asked for, and sends of a new record what can be kept of them", () => {
  interface Open {
    readonly follows?: boolean;
    readonly hours?: object;
    readonly code?: string;
  }
  const open: readonly RecordField<Open>[] = [
    { as: "yesNo", key: "follows", label: "admin.name" },
    { as: "openingHours", key: "hours", label: "admin.name", when: ({ follows }) => follows !== true },
    // Of other fields, what is not asked for is the server's to drop.
    { as: "text", key: "code", label: "admin.name", max: 20, when: () => false },
  ];
  const kept = { follows: true, hours: { rule: "HOURS_RULE_WEEKLY" }, code: "1" };
  const hours = openingHoursValue({
    rule: "HOURS_RULE_WEEKLY",
    exceptions: [
      { from: "2026-12-23", until: "2026-12-24" },
      { from: "2026-12-24", until: "2026-12-23" },
      { from: "" },
    ],
  });
  const values = {
    ...valuesOf(open, kept),
    hours: { ...hours, weekly: { ...hours.weekly, monday: "kahdeksasta", friday: "8-11" } },
  };
  expect(problemsOf(open, values, t)).toEqual({});
  expect(setOf(open, values).map(({ key }) => key)).toEqual(["follows", "code"]);
  expect(setOf(open, { ...values, follows: false })).toEqual(open);
  expect(sentOf(open, values)).toMatchObject({
    code: "1",
    hours: {
      weekly: [{ weekday: 5, hours: { from: "08:00", until: "11:00" } }],
      exceptions: [{ from: "2026-12-23", until: "2026-12-24" }],
    },
  });
  // What is asked for is sent as it is written: it is refused where it stands.
  expect(sentOf(open, { ...values, follows: false })).toMatchObject({ hours: { exceptions: [{}, {}, {}] } });
});
