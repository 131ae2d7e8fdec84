import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import { fromPages, List } from "@kajo/shared/patterns";
import type { LookupAlertJson } from "@kajo/shared/rpc";
import { DataTable, EmptyState, PageHeading, StatusTag, type TableColumns } from "@kajo/shared/ui";
import { PanelLink } from "../PanelLink";
import { Acknowledge } from "./Acknowledge";
import { useListLookupAlertsInfiniteQuery } from "./api";
import { ProtectedOpenings } from "./ProtectedOpenings";

/** Professionals who look up more patients than their work asks for, and who has seen to it. */
export function LookupAlertsPage() {
  const t = useText();
  const query = useListLookupAlertsInfiniteQuery();
  const columns = useColumns();
  return (
    <>
      <List
        {...fromPages(query, (page) => page.alerts)}
        counted={(n) => t("lookupAlerts.count", { n })}
        empty={<EmptyState title={t("lookupAlerts.none")}>{t("lookupAlerts.none.text")}</EmptyState>}
        heading={
          <PageHeading lead={t("lookupAlerts.about")} over={<PanelLink />}>
            {t("lookupAlerts.title")}
          </PageHeading>
        }
        label={t("lookupAlerts.title")}
        renderAll={(rows) => (
          <DataTable
            caption={t("lookupAlerts.title")}
            columns={columns}
            rowKey={({ lookupAlertId }) => lookupAlertId ?? ""}
            rows={rows}
          />
        )}
      />
      <ProtectedOpenings />
    </>
  );
}

function useColumns(): TableColumns<LookupAlertJson> {
  const t = useText();
  const language = useLanguage();
  const time = (at: string | undefined) => (at ? dateTimeText(language, new Date(at)) : "");
  return [
    { id: "practitioner", label: t("lookupAlerts.practitioner"), cell: ({ practitionerName }) => practitionerName },
    { id: "at", label: t("lookupAlerts.at"), cell: ({ raisedAt }) => time(raisedAt) },
    {
      id: "kind",
      label: t("lookupAlerts.kind"),
      cell: ({ kind }) =>
        kind === "LOOKUP_ALERT_KIND_REFUSED" ? (
          <StatusTag tone="danger">{t("lookupAlerts.refused")}</StatusTag>
        ) : (
          <StatusTag tone="warning">{t("lookupAlerts.near")}</StatusTag>
        ),
    },
    {
      id: "made",
      label: t("lookupAlerts.made"),
      cell: ({ period, made = 0, allowed = 0 }) =>
        t(period === "LOOKUP_PERIOD_DAY" ? "lookupAlerts.inDay" : "lookupAlerts.inHour", { made, allowed }),
    },
    {
      id: "acknowledged",
      label: t("lookupAlerts.acknowledged"),
      cell: (alert) =>
        alert.acknowledgedAt ? (
          t("lookupAlerts.acknowledged.by", {
            name: alert.acknowledgedByName ?? "",
            time: time(alert.acknowledgedAt),
          })
        ) : alert.own ? (
          t("lookupAlerts.own")
        ) : (
          <Acknowledge alert={alert} />
        ),
    },
  ];
}
