import { afterEach, describe, expect, it } from "vitest";
import { dateTimeText, type Language, languageConfig, languages, localized, localizedLang } from "../src/i18n";
import { DateField } from "../src/ui";
import { byRole, show, speak } from "./screen";

const at = new Date("2026-03-05T12:07:00Z");
const survey = { texts: { fi: "Oirearvio", sv: "Symptombedömning", en: "Symptom assessment" } };

afterEach(() => speak("fi"));

/** ISO code, locale of dates, date and time of a notification, language of components, a date in one of them, language of surveys. */
const finnish = ["fi", "05.03.2026 klo 14:07", "fi-FI", "05.03.2026", "fi"] as const;
const values: Record<Language, readonly [string, string, string, string, string, "fi" | "en" | "sv"]> = {
  fi: ["fi", ...finnish],
  sme: ["se", ...finnish],
  smn: ["smn", ...finnish],
  sms: ["sms", ...finnish],
  sv: ["sv", "sv", "torsdag 5 mars 2026 kl.\u00A014:07", "sv-SE", "2026-03-05", "sv"],
  en: ["en", "en-GB", "Thursday 5 Mar 2026 at 14:07", "en-GB", "05/03/2026", "en"],
};

describe.each(languages)("the configuration of %s", (language) => {
  const [iso, dateLocale, moment, designLanguage, day, surveysLanguage] = values[language];

  it("NAV-22 has five values, and dates, components and surveys obey them", async () => {
    expect(languageConfig[language]).toMatchObject({ iso, dateLocale, designLanguage, surveysLanguage });
    expect(dateTimeText(language, at)).toBe(moment);
    expect(localized(language, survey)).toBe(survey.texts[surveysLanguage]);
    expect(localizedLang(language, survey)).toBe(surveysLanguage === language ? undefined : surveysLanguage);
    speak(language);
    await show(<DateField label="Day" onChange={() => {}} value="2026-03-05" />);
    expect(byRole("group", /Day/).textContent).toContain(day);
  });
});

it("NAV-22 tells a text in Finnish that neither the reader's language nor that of their surveys has", () => {
  expect(localized("en", { texts: { fi: "Nimi" } })).toBe("Nimi");
  expect(localizedLang("en", { texts: { fi: "Nimi" } })).toBe("fi");
  expect(localized("en", undefined)).toBe("");
});
