// Draws questionnaires and answers at random and writes down what the browser's engine makes of them (services/questionnaire/vectors/random.json).
// Written once: both engines are held against the file, so it changes with the rules alone, never to make an engine pass.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runnerImport } from "vite";
import { root } from "./i18n/catalogue.mjs";

const seed = 20261128;
const today = "2026-11-28";
const { module: engine } = await runnerImport(join(root, "shared/src/questionnaire/engine.ts"));

/** Numbers from 0 to below 1, the same ones each time (mulberry32). */
function draws(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const draw = draws(seed);
const upTo = (most) => Math.floor(draw() * (most + 1));
const chance = (part) => draw() < part;
const one = (list) => list[upTo(list.length - 1)];
const several = (list, most) => Array.from({ length: upTo(most) }, () => one(list));

const types = ["BOOLEAN", "STRING", "TEXT", "INTEGER", "DECIMAL", "DATE", "TIME", "CHOICE", "CHOICE", "OPEN_CHOICE"];
const days = [
  "2026-11-27",
  today,
  "2026-11-29",
  "2027-01-01",
  "2024-02-29",
  "1950-06-24",
  "1999-02-28",
  "1899-12-31",
  "2026-02-30",
  "28.11.2026",
];
const texts = [
  "kipu",
  " kipu ",
  "Kipu",
  "",
  "\u00a0",
  "kaksi\nriviä",
  "👩‍🚀👩‍🚀👩‍🚀",
  "aamulla ja illalla",
  "maija@example.fi",
  "+358 40 1234567",
  "00100",
];
const values = {
  boolean: () => chance(0.5),
  text: () => one(texts),
  integer: () => String(chance(0.05) ? 1_000_000_001 : upTo(12) - 2),
  decimal: () =>
    String(chance(0.05) ? "1000000000000001" : (upTo(24) - 4) * one([500_000, 250_000, 1_000_000, 333_333])),
  date: () => one(days),
  time: () => one(["08:30", "23:59", "00:00", "24:00", "8:30"]),
  code: () => one(["a", "b", "c", "none", "z"]),
  other: () => one(texts),
};
const kinds = {
  BOOLEAN: ["boolean"],
  STRING: ["text"],
  TEXT: ["text"],
  INTEGER: ["integer"],
  DECIMAL: ["decimal"],
  DATE: ["date"],
  TIME: ["time"],
  CHOICE: ["code"],
  OPEN_CHOICE: ["code", "code", "other"],
  SCORE: ["decimal"],
};
const value = (kind) => ({ [kind]: values[kind]() });
const fitting = (type) => value(one(kinds[type] ?? Object.keys(values)));
const operators = ["EXISTS", "EQUAL", "EQUAL", "NOT_EQUAL", "GREATER", "GREATER_OR_EQUAL", "LESS", "LESS_OR_EQUAL"];

function condition(before) {
  const named = chance(0.05) || before.length === 0 ? { linkId: "q9", type: "BOOLEAN" } : one(before);
  const operator = one(operators);
  const compared =
    operator === "EXISTS" ? value("boolean") : chance(0.05) ? value(one(Object.keys(values))) : fitting(named.type);
  return { linkId: named.linkId, operator: `OPERATOR_${operator}`, value: compared };
}

function conditions(before) {
  if (!chance(0.35)) return {};
  const enableWhen = Array.from({ length: 1 + (chance(0.3) ? 1 + upTo(1) : 0) }, () => condition(before));
  const enableBehavior =
    enableWhen.length > 1 && !chance(0.1) ? { enableBehavior: `ENABLE_BEHAVIOR_${one(["ALL", "ANY"])}` } : {};
  return { enableWhen, ...enableBehavior };
}

function limits(type) {
  const some = (part, made) => (chance(part) ? made() : {});
  switch (type) {
    case "STRING":
      return {
        ...some(0.3, () => ({ maxLength: 2 + upTo(8) })),
        ...some(0.3, () => ({ format: `STRING_FORMAT_${one(["SSN", "EMAIL", "PHONE", "POSTAL_CODE"])}` })),
      };
    case "TEXT":
      return some(0.4, () => ({ maxLength: 2 + upTo(8) }));
    case "INTEGER":
      return { ...some(0.5, () => ({ min: String(upTo(3)) })), ...some(0.5, () => ({ max: String(4 + upTo(4)) })) };
    case "DECIMAL":
      return {
        ...some(0.7, () => ({ decimals: 1 + upTo(5) })),
        ...some(0.4, () => ({ min: String(upTo(4) * 250_000) })),
        ...some(0.4, () => ({ max: String(5_500_000 + upTo(4) * 125_000) })),
      };
    case "DATE":
      return some(0.5, () => ({ dateLimit: `DATE_LIMIT_NOT_IN_${one(["FUTURE", "PAST"])}` }));
    case "CHOICE":
    case "OPEN_CHOICE":
      return {
        ...some(0.5, () => ({
          repeats: true,
          ...some(0.4, () => ({ minChoices: 1 + upTo(1) })),
          ...some(0.4, () => ({ maxChoices: 1 + upTo(2) })),
        })),
        options: [
          ...["a", "b", "c"].map((code) => ({
            code,
            ...some(0.7, () => ({ ordinal: String((upTo(8) - 2) * 500_000) })),
          })),
          ...(chance(0.5) ? [{ code: "none", exclusive: true }] : []),
        ],
      };
    default:
      return {};
  }
}

function score(before) {
  const kind = one(["SUM", "MEAN", "COUNT"]);
  const linkIds = [...new Set(several(before, 4).map(({ linkId }) => linkId)), ...(chance(0.05) ? ["nobody"] : [])];
  const from = upTo(4) * 1_000_000 - 1_000_000;
  return {
    kind: `SCORE_KIND_${kind}`,
    linkIds,
    ...(kind === "MEAN" && chance(0.7) ? { decimals: 1 + upTo(5) } : {}),
    ...(chance(0.75) ? { partial: true } : {}),
    ...(chance(0.5)
      ? { bands: [{ from: String(from) }, { from: String(from + 1_500_000) }, { from: String(from + 4_000_000) }] }
      : {}),
  };
}

/** What conditions and scores may name stands in `before`, which grows. */
function item(before, level, left) {
  const linkId = `q${before.length}`;
  const head = (type) => ({ linkId, type: `ITEM_TYPE_${type}` });
  const shown = conditions(before);
  if (level < 4 && left > 1 && chance(0.15)) {
    before.push({ linkId, type: "GROUP" });
    return { ...head("GROUP"), ...shown, items: items(before, level + 1, 1 + upTo(Math.min(left - 2, 3))) };
  }
  const type = before.length > 2 && chance(0.2) ? "SCORE" : chance(0.05) ? "DISPLAY" : one(types);
  const counted =
    type === "SCORE" ? { score: score(before.filter((each) => each.type !== "GROUP" && each.type !== "DISPLAY")) } : {};
  before.push({ linkId, type });
  return { ...head(type), ...(chance(0.3) ? { required: true } : {}), ...shown, ...limits(type), ...counted };
}

function items(before, level, count) {
  const end = before.length + count;
  const made = [];
  while (before.length < end) made.push(item(before, level, end - before.length));
  return made;
}

function answered(before) {
  const answers = before.flatMap(({ linkId, type }) => {
    if (!chance(0.8)) return [];
    const isChoice = type === "CHOICE" || type === "OPEN_CHOICE";
    const count = isChoice ? upTo(3) : chance(0.05) ? 2 : 1;
    const given = Array.from({ length: count }, () =>
      chance(0.04) ? one([{}, value(one(Object.keys(values)))]) : fitting(type),
    );
    return [{ linkId, ...(given.length > 0 ? { values: given } : {}) }];
  });
  if (chance(0.1) && answers.length > 0) answers.push({ linkId: one(answers).linkId, values: [fitting("STRING")] });
  // People answer in any order.
  for (let at = answers.length - 1; at > 0; at -= 1) {
    const other = upTo(at);
    [answers[at], answers[other]] = [answers[other], answers[at]];
  }
  return answers.length > 0 ? { answers } : {};
}

function drawn(_, number) {
  const before = [];
  const count = 3 + upTo(9);
  const steps = [];
  while (before.length < count) {
    const linkId = `s${steps.length}`;
    const shown = conditions(before);
    steps.push({
      linkId,
      type: "ITEM_TYPE_GROUP",
      ...shown,
      items: items(before, 2, Math.min(count - before.length, 2 + upTo(6))),
    });
  }
  const questionnaire = { items: steps };
  const answers = answered(before);
  return {
    name: `random ${number}`,
    questionnaire,
    today,
    answers,
    evaluation: engine.evaluate(questionnaire, answers, today),
  };
}

const cases = Array.from({ length: 400 }, drawn);
const lines = cases.map((each) => JSON.stringify(each)).join(",\n");
writeFileSync(
  join(root, "../services/questionnaire/vectors/random.json"),
  `{"seed": ${seed}, "cases": [\n${lines}\n]}\n`,
);
