// @vitest-environment node
import { parse } from "@formatjs/icu-messageformat-parser";
import { describe, expect, it } from "vitest";
import sharedEn from "../../shared/lang/en.json";
import sharedFi from "../../shared/lang/fi.json";
import sharedSv from "../../shared/lang/sv.json";
import { type Catalogue, createPlatformIntl, type Text } from "../../shared/src/i18n";
import en from "../lang/en.json";
import fi from "../lang/fi.json";
import sv from "../lang/sv.json";
import type { PathStepJson } from "../src/features/admin/digipaths/build/types";
import { known, offered } from "../src/features/admin/digipaths/sentence/references";
import { sentence } from "../src/features/admin/digipaths/sentence/sentence";

const texts = { fi: { ...sharedFi, ...fi }, sv: { ...sharedSv, ...sv }, en: { ...sharedEn, ...en } };

function said(language: keyof typeof texts, step: PathStepJson): string {
  const catalogue = Object.fromEntries(
    Object.entries(texts[language]).map(([id, { defaultMessage }]) => [id, parse(defaultMessage)]),
  ) as Catalogue;
  const intl = createPlatformIntl(language, catalogue);
  const t = ((id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values)) as Text;
  const list = new Intl.ListFormat(language, { type: "disjunction" });
  return sentence({ t, nameOf: (_kind, id) => id, oneOf: (words) => list.format(words) }, step);
}

const booked: PathStepJson = {
  condition: { kind: "CONDITION_KIND_BOOKED", serviceIds: ["Fysioterapia", "Puheterapia"] },
  delay: { unit: "DELAY_UNIT_DAYS", amount: 3 },
  action: { kind: "ACTION_KIND_SURVEY", surveyId: "Kipupäiväkirja" },
};

describe("a step as a sentence", () => {
  it("DIG-02 says in each language when it is, after how long, and what is done", () => {
    expect(said("fi", booked)).toBe(
      "Kun asiakas on varannut ajan palveluun Fysioterapia tai Puheterapia, 3 päivän kuluttua: aktivoidaan kysely Kipupäiväkirja.",
    );
    expect(said("en", booked)).toBe(
      "When the client has booked an appointment in Fysioterapia or Puheterapia, after 3 days: activate the survey Kipupäiväkirja.",
    );
    expect(said("sv", booked)).toBe(
      "När klienten har bokat en tid i tjänsten Fysioterapia eller Puheterapia, efter 3 dagar: aktiveras enkäten Kipupäiväkirja.",
    );
  });

  it("DIG-02 names roles and types, and that a professional may book", () => {
    const condition = {
      ...booked.condition,
      byProfessional: true,
      bookingRoleIds: ["Hoitaja"],
      types: ["APPOINTMENT_TYPE_VIDEO" as const],
    };
    expect(said("fi", { ...booked, condition })).toContain(
      "Kun asiakas tai ammattilainen on varannut ajan palveluun Fysioterapia tai Puheterapia, ammattirooli Hoitaja, tapa Videovastaanotto",
    );
  });

  it("DIG-02 counts from an appointment, repeats, and gives a survey its time", () => {
    expect(
      said("fi", {
        condition: { kind: "CONDITION_KIND_UNTIL_APPOINTMENT", span: { unit: "DELAY_UNIT_WEEKS", amount: 1 } },
        action: { kind: "ACTION_KIND_TASK", subcategoryId: "Omahoito", title: { fi: "Mittaa paine" } },
      }),
    ).toBe("Kun varatun ajan alkuun on 1 viikko: annetaan tehtävä Mittaa paine jonosta Omahoito.");
    expect(
      said("fi", {
        condition: { kind: "CONDITION_KIND_AFTER_PREVIOUS" },
        action: { kind: "ACTION_KIND_REPEAT_PREVIOUS", every: { unit: "DELAY_UNIT_MONTHS", amount: 1 }, times: 6 },
      }),
    ).toBe("Kun edellinen vaihe on ohi: toistetaan edellinen vaihe 1 kuukauden välein, 6 kertaa.");
    expect(
      said("fi", {
        condition: { kind: "CONDITION_KIND_SURVEY_ANSWERED", surveyId: "Alku" },
        action: {
          kind: "ACTION_KIND_SURVEY",
          surveyId: "Loppu",
          answerWithin: { unit: "DELAY_UNIT_HOURS", amount: 2 },
        },
      }),
    ).toBe("Kun asiakas on vastannut kyselyyn Alku: aktivoidaan kysely Loppu, vastausaikaa 2 tuntia.");
  });

  it("DIG-02 says what is not filled in yet", () => {
    expect(said("fi", {})).toBe("Ehto puuttuu: toimi puuttuu.");
    expect(said("fi", { condition: { kind: "CONDITION_KIND_BOOKED" }, delay: { unit: "DELAY_UNIT_DAYS" } })).toBe(
      "Kun asiakas on varannut ajan palveluun (ei valittu), viiveen jälkeen (kesto puuttuu): toimi puuttuu.",
    );
    expect(said("fi", { condition: { kind: "CONDITION_KIND_BOOKED_INTEGRATION" } })).toBe(
      "Kun ajanvarausjärjestelmästä on tullut aika: toimi puuttuu.",
    );
  });
});

describe("references", () => {
  const all = {
    surveys: [{ id: "kept" }, { id: "old", archived: true }, { id: "other", archived: true }],
    away: ["queue"],
  };

  it("DIG-08 keep what is chosen in sight when it is archived or gone, and offer nothing else that is archived", () => {
    expect(offered(all, "survey", ["old", "gone"])).toEqual(["kept", "old", "gone"]);
    expect(offered(all, "survey", [])).toEqual(["kept"]);
  });

  it("DIG-08 are not called gone while their owner does not answer", () => {
    expect(known(all, "survey", "gone")).toBe("gone");
    expect(known(all, "queue", "any")).toBe("away");
    expect(known(all, "survey", "old")).toEqual({ id: "old", archived: true });
  });
});
