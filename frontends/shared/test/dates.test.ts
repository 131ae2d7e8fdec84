// @vitest-environment node
import { describe, expect, it } from "vitest";
import {
  createPlatformIntl,
  dateTimeText,
  dayKey,
  daysBetween,
  dayText,
  languageConfig,
  languages,
  monthText,
} from "../src/i18n";

const at = new Date("2026-03-05T12:07:00Z");

describe("dates", () => {
  it.each([
    ["fi", "05.03.2026 klo 14:07"],
    ["sme", "05.03.2026 klo 14:07"],
    ["smn", "05.03.2026 klo 14:07"],
    ["sms", "05.03.2026 klo 14:07"],
    ["sv", "torsdag 5 mars 2026 kl.\u00A014:07"],
    ["en", "Thursday 5 Mar 2026 at 14:07"],
  ] as const)("follow the notification pattern of %s, in the time of Finland", (language, expected) => {
    expect(dateTimeText(language, at)).toBe(expected);
  });

  it.each([
    ["fi", "lauantai 5.9.2026"],
    ["sv", "lördag 5 september 2026"],
    ["en", "Saturday 5 September 2026"],
    ["sme", "lauantai 5.9.2026"],
    ["smn", "lauantai 5.9.2026"],
    ["sms", "lauantai 5.9.2026"],
  ] as const)("name a day in %s", (language, expected) => {
    expect(dayText(language, new Date("2026-09-05T12:07:00Z"))).toBe(expected);
  });

  it.each([
    ["fi", "marraskuu 2026"],
    ["sv", "november 2026"],
    ["en", "November 2026"],
    ["sme", "marraskuu 2026"],
  ] as const)("name a month in %s, as it is in Finland", (language, expected) => {
    expect(monthText(language, new Date("2026-10-31T22:30:00Z"))).toBe(expected);
  });

  it.each(["fi", "sme", "smn", "sms"] as const)("name each day of a week as Finnish does in %s", (language) => {
    const week = Array.from({ length: 7 }, (_, day) =>
      dayText(language, new Date(Date.UTC(2026, 10, 22 + day, 22, 0))),
    );
    expect(week.map((day) => day.split(" ")[0])).toEqual([
      "maanantai",
      "tiistai",
      "keskiviikko",
      "torstai",
      "perjantai",
      "lauantai",
      "sunnuntai",
    ]);
    // From midnight to midnight in Finland.
    expect(dayText(language, new Date("2026-11-22T21:59:59Z"))).toBe("sunnuntai 22.11.2026");
  });

  it("keep short months, summer time and midnight", () => {
    const night = new Date("2026-09-05T21:05:00Z");
    expect(dateTimeText("en", night)).toBe("Sunday 6 Sep 2026 at 00:05");
    expect(dateTimeText("sv", night)).toBe("söndag 6 sep. 2026 kl.\u00A000:05");
    expect(dateTimeText("fi", night)).toBe("06.09.2026 klo 00:05");
  });

  it("change at midnight in Finland", () => {
    expect(dayKey(new Date("2026-03-05T21:59:00Z"))).toBe("2026-03-05");
    expect(dayKey(new Date("2026-03-05T22:00:00Z"))).toBe("2026-03-06");
    expect(daysBetween(new Date("2026-03-28T12:00:00Z"), new Date("2026-03-30T01:00:00Z"))).toBe(2);
  });
});

describe("the configuration of a language", () => {
  it("has surveys and dates of the Sami languages in Finnish", () => {
    for (const language of ["sme", "smn", "sms"] as const) {
      expect(languageConfig[language]).toMatchObject({
        surveysLanguage: "fi",
        dateLocale: "fi",
        designLanguage: "fi-FI",
      });
    }
  });

  it("names the ISO code of Northern Sami, which is not its path", () => {
    expect(languages.map((language) => languageConfig[language].iso)).toEqual(["fi", "en", "sv", "se", "smn", "sms"]);
  });

  it("writes figures of Sami texts the Finnish way", () => {
    const intl = createPlatformIntl("sme", {});
    expect(intl.formatNumber(1234.5).replace(/\s/g, " ")).toBe("1 234,5");
    expect(intl.formatDate(at, { dateStyle: "long" })).toBe("5. maaliskuuta 2026");
  });
});
