// @vitest-environment node
/** What the contract says of types and languages, as the specification has it. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { languages } from "../src/i18n";
import { LanguageSchema, LocalizedStringSchema } from "../src/rpc/gen/kajo/common/v1/common_pb";
import { AppointmentTypeSchema } from "../src/rpc/gen/kajo/scheduling/v1/common_pb";

it("OPS-09 the contract has the types of appointments, and values that it does not name pass through it", () => {
  expect(AppointmentTypeSchema.values.map(({ name, number }) => [name, number])).toEqual([
    ["APPOINTMENT_TYPE_UNSPECIFIED", 0],
    ["APPOINTMENT_TYPE_HOME_VISIT", 1],
    ["APPOINTMENT_TYPE_IN_PERSON", 2],
    ["APPOINTMENT_TYPE_PHONE", 3],
    ["APPOINTMENT_TYPE_VIDEO", 4],
  ]);
  expect(AppointmentTypeSchema.open).toBe(true);
});

it("OPS-09 the contract has the six languages that people read in", () => {
  expect(LanguageSchema.values.map(({ name, number }) => [name, number])).toEqual([
    ["LANGUAGE_UNSPECIFIED", 0],
    ["LANGUAGE_EN", 1],
    ["LANGUAGE_FI", 2],
    ["LANGUAGE_SV", 3],
    ["LANGUAGE_SME", 4],
    ["LANGUAGE_SMN", 5],
    ["LANGUAGE_SMS", 6],
  ]);
  expect(LanguageSchema.open).toBe(true);
});

it("OPS-09 a localised string of the contract is a text for each of the six languages", () => {
  const [texts, ...others] = LocalizedStringSchema.fields;
  expect(others).toEqual([]);
  expect(texts).toMatchObject({ name: "texts", fieldKind: "map", mapKind: "scalar" });
  // A map's type does not say its keys: the contract does so in words.
  const common = fileURLToPath(new URL("../../../proto/kajo/common/v1/common.proto", import.meta.url));
  const [, codes = ""] =
    /language code \(([^)]*)\) to text[^\n]*\nmessage LocalizedString /.exec(readFileSync(common, "utf8")) ?? [];
  expect(codes.split(", ").toSorted()).toEqual(["en", "fi", "sme", "smn", "sms", "sv"]);
  expect([...languages].toSorted()).toEqual(codes.split(", ").toSorted());
});
