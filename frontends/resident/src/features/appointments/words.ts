/** Appointments and free times in words. */
import { clockChange, dayText, dotted, isAbroad, localized, timeText, useLanguage, useText } from "@kajo/shared/i18n";
import type { AppointmentTypeJson, BookableTimeJson, PlaceJson, SpanJson } from "@kajo/shared/rpc";
import type { FreeTime } from "@kajo/shared/ui";
import { type TypeWord, wordOf } from "./search";

const labels = {
  "in-person": "appointment.type.inPerson",
  phone: "appointment.type.phone",
  video: "appointment.type.video",
  "home-visit": "appointment.type.homeVisit",
} as const satisfies Record<TypeWord, string>;

/** "Video". */
export function useTypeText(): (type: AppointmentTypeJson | TypeWord | undefined) => string {
  const t = useText();
  return (type) => {
    const word = type && (type in labels ? (type as TypeWord) : wordOf(type as AppointmentTypeJson));
    return word ? t(labels[word]) : "";
  };
}

/** "perjantai 27.11.2026 klo 09:15", and where that is not the time of the browser, whose time it is. */
export function useWhen(): (span: SpanJson | undefined) => string {
  const t = useText();
  const language = useLanguage();
  return (span) => {
    if (!span?.startsAt) return "";
    const start = new Date(span.startsAt);
    const change = clockChange(start);
    return [
      dayText(language, start),
      t("ui.time.at", { time: timeText(language, start) }),
      change ? t(change === "summer" ? "ui.time.summer" : "ui.time.winter") : "",
      isAbroad(start) ? t("ui.time.finland") : "",
    ]
      .filter(Boolean)
      .join(" ");
  };
}

export const placeLine = (place: PlaceJson | undefined) => [place?.name, place?.address].filter(Boolean).join(", ");

/** As the list of times shows it; what the search has settled already is not said again with each. */
export function useFreeTime(): (time: BookableTimeJson, isPlaceOpen: boolean) => FreeTime {
  const language = useLanguage();
  const typeText = useTypeText();
  return ({ offerId = "", span, type, role, practitionerName, place, title }, isPlaceOpen) => ({
    id: offerId,
    start: new Date(span?.startsAt ?? ""),
    minutes: span?.minutes ?? 0,
    type: typeText(type),
    place: isPlaceOpen ? placeLine(place) : undefined,
    role: dotted(localized(language, title), practitionerName || localized(language, role?.name)),
  });
}
