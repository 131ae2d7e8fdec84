import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import { fromPages, List } from "@kajo/shared/patterns";
import type { GroundJson, ProtectedOpeningJson } from "@kajo/shared/rpc";
import { DataTable, type TableColumns } from "@kajo/shared/ui";
import { useListProtectedOpeningsInfiniteQuery } from "./api";

const grounds = {
  GROUND_UNSPECIFIED: undefined,
  GROUND_CARE: "patient.ground.care",
  GROUND_CLIENT_WORK: "patient.ground.clientWork",
  GROUND_CALL: "patient.ground.call",
  GROUND_CONSULTATION: "patient.ground.consultation",
} as const satisfies Record<GroundJson, string | undefined>;

/** Who opened patients under non-disclosure, when and on what ground. The patients themselves are not named. */
export function ProtectedOpenings() {
  const t = useText();
  const query = useListProtectedOpeningsInfiniteQuery();
  const columns = useColumns();
  return (
    <section>
      <h2>{t("lookupAlerts.openings")}</h2>
      <p>{t("lookupAlerts.openings.about")}</p>
      <List
        {...fromPages(query, (page) => page.openings)}
        counted={(n) => t("lookupAlerts.openings.count", { n })}
        empty={<p>{t("lookupAlerts.openings.none")}</p>}
        label={t("lookupAlerts.openings")}
        renderAll={(rows) => (
          <DataTable
            caption={t("lookupAlerts.openings")}
            columns={columns}
            rowKey={({ entryId }) => entryId ?? ""}
            rows={rows}
          />
        )}
      />
    </section>
  );
}

function useColumns(): TableColumns<ProtectedOpeningJson> {
  const t = useText();
  const language = useLanguage();
  return [
    { id: "practitioner", label: t("lookupAlerts.practitioner"), cell: ({ practitionerName }) => practitionerName },
    { id: "at", label: t("lookupAlerts.at"), cell: ({ at }) => (at ? dateTimeText(language, new Date(at)) : "") },
    {
      id: "ground",
      label: t("lookupAlerts.openings.ground"),
      cell: ({ ground }) => {
        const text = grounds[ground ?? "GROUND_UNSPECIFIED"];
        return text ? t(text) : "";
      },
    },
    // Enough to tell the rows about one patient from those about another.
    { id: "patient", label: t("lookupAlerts.openings.patient"), cell: ({ patientId = "" }) => patientId.slice(-8) },
  ];
}
