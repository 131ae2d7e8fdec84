/** How laboratory results and prescriptions are written. */
import { dateTimeText, dayText, type Language, useLanguage, useText } from "@kajo/shared/i18n";
import type { LabResultJson } from "@kajo/shared/rpc";

/** A plain number with a point, also one that is open to one side. */
const decimal = /^([<>≤≥]=?\s*)?[+-]?\d+\.\d+$/;

/** As the laboratory wrote it; a plain number has the comma of the language. */
export function valueText(language: Language, value: string): string {
  return language !== "en" && decimal.test(value) ? value.replace(".", ",") : value;
}

/** A value with its unit. */
export function measuredText(language: Language, { value = "", unit = "" }: LabResultJson): string {
  return value === "" ? "" : [valueText(language, value), unit].filter(Boolean).join(" ");
}

/** When the sample was taken: the moment, or the day where no more is known. */
export function takenText(
  language: Language,
  { takenAt, dayOnly }: Pick<LabResultJson, "takenAt" | "dayOnly">,
): string {
  if (!takenAt) return "";
  const at = new Date(takenAt);
  return dayOnly ? dayText(language, at) : dateTimeText(language, at);
}

/** Midday is in the same day wherever the browser is. */
export const middayOf = (day: string): string => (day === "" ? "" : `${day}T12:00:00Z`);

/** A day of a prescription; empty: it is not told. */
export function dateText(language: Language, day: string): string {
  return day === "" ? "" : dayText(language, new Date(middayOf(day)));
}

/** The reference values; empty: there are none. */
export function useReferenceText(): (result: LabResultJson) => string {
  const t = useText();
  const language = useLanguage();
  return ({ referenceLow = "", referenceHigh = "", referenceText = "", unit = "" }) => {
    const [low, high] = [valueText(language, referenceLow), valueText(language, referenceHigh)];
    // Without a unit the text ends with the gap before it.
    if (low && high) return t("healthRecord.reference.range", { low, high, unit }).trim();
    if (low) return t("healthRecord.reference.low", { low, unit }).trim();
    if (high) return t("healthRecord.reference.high", { high, unit }).trim();
    return referenceText && t("healthRecord.reference.text", { text: referenceText });
  };
}
