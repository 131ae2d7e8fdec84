// @vitest-environment node
import { parse } from "@formatjs/icu-messageformat-parser";
import type { PathDetailsJson, PathProblemJson } from "@kajo/shared/rpc";
import { describe, expect, it } from "vitest";
import sharedEn from "../../shared/lang/en.json";
import sharedFi from "../../shared/lang/fi.json";
import sharedSv from "../../shared/lang/sv.json";
import { type Catalogue, createPlatformIntl, type Text } from "../../shared/src/i18n";
import en from "../lang/en.json";
import fi from "../lang/fi.json";
import sv from "../lang/sv.json";
import {
  changedEvent,
  eventsOf,
  mayHaveMore,
  withEvent,
  withoutEvent,
} from "../src/features/admin/digipaths/build/entry";
import { fieldsOfEvent } from "../src/features/admin/digipaths/build/fields-of-step";
import { eventsAt } from "../src/features/admin/digipaths/build/kinds";
import { valuesOver } from "../src/features/admin/digipaths/build/over";
import type { PathEntryJson, PathStepJson } from "../src/features/admin/digipaths/build/types";
import { sentOf, switchedOn, valuesOf } from "../src/features/admin/digipaths/build/values";
import { kindOf } from "../src/features/admin/digipaths/editors";
import { byPlace, fieldOf, leftOut, placeOf, standing } from "../src/features/admin/digipaths/problems/problems";
import { entrySentence, sentence, type Words } from "../src/features/admin/digipaths/sentence/sentence";

const texts = { fi: { ...sharedFi, ...fi }, sv: { ...sharedSv, ...sv }, en: { ...sharedEn, ...en } };

function wordsOf(language: keyof typeof texts): Words {
  const catalogue = Object.fromEntries(
    Object.entries(texts[language]).map(([id, { defaultMessage }]) => [id, parse(defaultMessage)]),
  ) as Catalogue;
  const intl = createPlatformIntl(language, catalogue);
  const t = ((id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values)) as Text;
  const list = new Intl.ListFormat(language, { type: "disjunction" });
  return { t, nameOf: (_kind, id) => id, oneOf: (words) => list.format(words) };
}

const entry: PathEntryJson = {
  mode: "ENTRY_MODE_ALL",
  events: [
    { kind: "CONDITION_KIND_BOOKED", serviceIds: ["Fysioterapia"] },
    { kind: "CONDITION_KIND_BOOKED_INTEGRATION", serviceIds: ["Puheterapia"] },
  ],
};

const step = (stepId: string): PathStepJson => ({
  stepId,
  condition: { kind: "CONDITION_KIND_AFTER_PREVIOUS" },
  action: { kind: "ACTION_KIND_SURVEY", surveyId: "Kipu" },
});

const details: PathDetailsJson = {
  kind: "PATH_KIND_EVENTS",
  entry,
  blocks: [{ blockId: "one", steps: [step("a"), step("b")] }],
};

const values = valuesOf(details);

describe("a path that begins with events", () => {
  it("DIG-01 comes back as it was sent, begins with one of its events where nothing is said, and keeps its kind", () => {
    expect(valuesOf(sentOf(values))).toEqual(values);
    expect(valuesOf(undefined, "PATH_KIND_EVENTS")).toMatchObject({
      kind: "PATH_KIND_EVENTS",
      entry: { mode: "ENTRY_MODE_ANY", events: [] },
      blocks: [],
    });
    expect(kindOf("PATH_KIND_UNSPECIFIED")).toBe("PATH_KIND_BLOCKS");
    expect(sentOf(valuesOf({ entry }))).not.toHaveProperty("entry");
  });

  it("DIG-01 sends every step as one after the one before, and of an event what belongs to its kind", () => {
    const odd = valuesOf({
      kind: "PATH_KIND_EVENTS",
      entry: { events: [{ kind: "CONDITION_KIND_BOOKED", serviceIds: ["Fysioterapia"], surveyId: "old" }] },
      blocks: [
        { blockId: "one", steps: [{ stepId: "a", condition: {}, delay: { unit: "DELAY_UNIT_DAYS", amount: 3 } }] },
      ],
    });
    expect(switchedOn(odd)).toEqual({
      kind: "PATH_KIND_EVENTS",
      entry: { mode: "ENTRY_MODE_ANY", events: [{ kind: "CONDITION_KIND_BOOKED", serviceIds: ["Fysioterapia"] }] },
      blocks: [
        {
          blockId: "one",
          steps: [
            {
              stepId: "a",
              condition: { kind: "CONDITION_KIND_AFTER_PREVIOUS" },
              delay: { unit: "DELAY_UNIT_DAYS", amount: 3 },
              action: {},
            },
          ],
        },
      ],
    });
  });

  it("DIG-01 has ten events at most, of bookings alone, each changed and removed for itself", () => {
    const more = withEvent(entry);
    expect(eventsOf(more).at(-1)).toEqual({ kind: "CONDITION_KIND_BOOKED" });
    expect(eventsOf(withoutEvent(more, 1))).toEqual([entry.events?.[1], { kind: "CONDITION_KIND_BOOKED" }]);
    expect(eventsOf(changedEvent(entry, 2, { kind: "CONDITION_KIND_BOOKED" }))).toEqual([
      entry.events?.[0],
      { kind: "CONDITION_KIND_BOOKED" },
    ]);
    expect(mayHaveMore(entry)).toBe(true);
    expect(mayHaveMore({ events: Array.from({ length: 10 }, () => ({})) })).toBe(false);
    expect(eventsAt(undefined)).toEqual(["CONDITION_KIND_BOOKED", "CONDITION_KIND_BOOKED_INTEGRATION"]);
  });

  it("DIG-01 stays one line where two have begun its steps at the same time", () => {
    const saved = valuesOf({ ...details, blocks: [] });
    const mine = { ...saved, blocks: [{ blockId: "mine", steps: [step("c")] }] };
    const over = valuesOver(values, { value: mine, saved });
    expect(over.blocks).toHaveLength(1);
    expect(over.blocks[0]?.steps).toHaveLength(3);
  });

  it("leaves nothing unsaved once what stands there is kept", () => {
    const { kind, blocks, entry: events, ...others } = values;
    const sent = { kind, entry: events, blocks, ...others };
    expect(JSON.stringify(valuesOver(values, { value: sent, saved: sent }))).toBe(JSON.stringify(values));
  });
});

describe("its sentences", () => {
  it("DIG-01 say in each language that all of the events are needed, or one of them", () => {
    const said = (language: keyof typeof texts, mode: "ENTRY_MODE_ALL" | "ENTRY_MODE_ANY") =>
      entrySentence(wordsOf(language), { ...entry, mode });
    expect(said("fi", "ENTRY_MODE_ALL")).toBe(
      "Polku alkaa, kun asiakas on varannut ajan palveluun Fysioterapia ja ajanvarausjärjestelmästä on tullut aika palveluun Puheterapia.",
    );
    expect(said("fi", "ENTRY_MODE_ANY")).toContain("Fysioterapia tai ajanvarausjärjestelmästä");
    expect(said("sv", "ENTRY_MODE_ALL")).toBe(
      "Vårdstigen börjar när klienten har bokat en tid i tjänsten Fysioterapia och en tid har kommit från bokningssystemet i tjänsten Puheterapia.",
    );
    expect(said("sv", "ENTRY_MODE_ANY")).toContain("Fysioterapia eller en tid");
    expect(said("en", "ENTRY_MODE_ALL")).toBe(
      "The path begins when the client has booked an appointment in Fysioterapia and a booking system has told of an appointment in Puheterapia.",
    );
    expect(said("en", "ENTRY_MODE_ANY")).toContain("Fysioterapia or a booking system");
    expect(entrySentence(wordsOf("fi"), {})).toBe("Polulla ei ole vielä tapahtumaa, josta se alkaa.");
  });

  it("DIG-01 say of the first step that the path has begun, and of each other that the one before is over", () => {
    const words = wordsOf("fi");
    expect(sentence(words, { ...step("a"), delay: { unit: "DELAY_UNIT_DAYS", amount: 3 } }, 0)).toBe(
      "Polun alettua, 3 päivän kuluttua: aktivoidaan kysely Kipu.",
    );
    expect(sentence(words, step("b"), 1)).toBe("Edellisen vaiheen jälkeen: aktivoidaan kysely Kipu.");
  });
});

describe("its problems", () => {
  const services: PathProblemJson = { event: 2, part: "PATH_PART_CONDITION", code: "services_missing" };
  const missing: PathProblemJson = { code: "entry_missing" };
  const kind: PathProblemJson = { event: 1, part: "PATH_PART_CONDITION", code: "entry_kind" };

  it("DIG-01 stand at their event, at the field in which each is put right", () => {
    expect(byPlace([services]).get("event.2")).toEqual([services]);
    expect(fieldOf(services)).toBe("event.2.condition.services");
    expect(fieldOf(kind)).toBe("event.1.condition");
    expect(placeOf(fieldOf(services))).toBe("event.2");
    expect(fieldOf(missing)).toBe("path.events");
    const here = { blockId: "one", stepId: "a", part: "PATH_PART_CONDITION", code: "condition_not_here" } as const;
    expect(fieldOf(here)).toBe("step.a");
    const field = fieldsOfEvent(2, [services], (code) => `text of ${code}`);
    expect(field("condition.services")).toEqual({
      name: "event.2.condition.services",
      error: "text of services_missing",
    });
    expect(leftOut([services], values.blocks)).toBeUndefined();
  });

  it("DIG-01 are told until their event is changed or removed", () => {
    const checked = { built: values, problems: [services, kind] };
    expect(standing(checked, values)).toEqual([services, kind]);
    const mended = changedEvent(entry, 2, { kind: "CONDITION_KIND_BOOKED", serviceIds: ["Puheterapia"] });
    expect(standing(checked, { ...values, entry: mended })).toEqual([kind]);
    expect(standing(checked, { ...values, entry: withoutEvent(entry, 2) })).toEqual([kind]);
    expect(standing(checked, { ...values, entry: { ...entry, mode: "ENTRY_MODE_ANY" } })).toEqual([services, kind]);
  });
});
