import { dayText, localized, timeText, useLanguage, useText } from "@kajo/shared/i18n";
import type { BookableTimeJson } from "@kajo/shared/rpc";
import { DataTable, type TableColumns } from "@kajo/shared/ui";
import { typeText } from "../../../appointment-types/types";

/** Free times, as residents read them. */
export function FoundTimes({ times }: { readonly times: readonly BookableTimeJson[] }) {
  const t = useText();
  const language = useLanguage();
  const begins = ({ span: { startsAt = "" } = {} }: BookableTimeJson) => {
    const at = new Date(startsAt);
    return t("searches.try.at", { day: dayText(language, at), time: timeText(language, at) });
  };
  const columns: TableColumns<BookableTimeJson> = [
    { id: "start", label: t("searches.try.start"), cell: begins },
    {
      id: "minutes",
      label: t("searches.try.minutes"),
      cell: ({ span }) => t("schedules.minutes", { minutes: span?.minutes ?? 0 }),
    },
    {
      id: "type",
      label: t("schedules.type"),
      cell: ({ type, contactTime = false }) => (contactTime ? t("searches.try.contactTime") : t(typeText(type))),
    },
    {
      id: "with",
      label: t("searches.try.with"),
      cell: ({ practitionerName, role }) =>
        [practitionerName, localized(language, role?.name)].filter(Boolean).join(", "),
    },
    {
      id: "place",
      label: t("searches.try.place"),
      cell: ({ place }) => [place?.name, place?.address].filter(Boolean).join(", "),
    },
  ];
  return (
    <DataTable caption={t("searches.try")} columns={columns} rowKey={({ offerId = "" }) => offerId} rows={times} />
  );
}
