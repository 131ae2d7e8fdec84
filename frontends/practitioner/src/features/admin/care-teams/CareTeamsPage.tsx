import { useText } from "@kajo/shared/i18n";
import { fromPages } from "@kajo/shared/patterns";
import type { CareTeamJson } from "@kajo/shared/rpc";
import { StatusTag, type TableColumns } from "@kajo/shared/ui";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useAreaNames } from "../../service-areas/use-area-names";
import { KeptList } from "../editor/KeptList";
import { useSearchCareTeamsInfiniteQuery } from "./api";

/** Care teams: to whom the patients of a service area belong (PRO-10). */
export function CareTeamsPage() {
  const t = useText();
  const navigate = useNavigate();
  const { search = "" } = useSearch({ from: "/signed-in/admin/admin/careteam-management" });
  const query = useSearchCareTeamsInfiniteQuery(search);
  return (
    <KeptList
      add={{ to: "/admin/careteam-management/new", label: t("careTeams.new") }}
      columns={useColumns()}
      empty={{ none: t("careTeams.none"), notFound: t("careTeams.notFound"), text: t("careTeams.none.text") }}
      itemKey={({ careTeamId }) => careTeamId ?? ""}
      listed={fromPages(query, (page) => page.careTeams)}
      onSearch={(words) => void navigate({ to: "/admin/careteam-management", search: words, replace: true })}
      search={search}
      searchLabel={t("careTeams.search")}
      title={t("careTeams.title")}
    />
  );
}

function useColumns(): TableColumns<CareTeamJson> {
  const t = useText();
  const areaName = useAreaNames();
  return [
    {
      id: "name",
      label: t("careTeams.name"),
      cell: ({ careTeamId = "", details }) => (
        <Link params={{ careTeamId }} to="/admin/careteam-management/$careTeamId">
          {details?.name}
        </Link>
      ),
    },
    { id: "area", label: t("careTeams.area"), cell: ({ details }) => areaName(details?.serviceAreaId) },
    {
      id: "enabled",
      label: t("careTeams.choice"),
      cell: ({ details }) =>
        details?.enabled ? (
          <StatusTag tone="success">{t("careTeams.on")}</StatusTag>
        ) : (
          <StatusTag tone="neutral">{t("careTeams.off")}</StatusTag>
        ),
    },
    { id: "patients", label: t("careTeams.patients"), cell: ({ patients = 0 }) => patients, align: "end" },
  ];
}
