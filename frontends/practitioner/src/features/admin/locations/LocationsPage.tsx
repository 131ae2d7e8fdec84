import { useText } from "@kajo/shared/i18n";
import { fromPages } from "@kajo/shared/patterns";
import type { LocationJson } from "@kajo/shared/rpc";
import type { TableColumns } from "@kajo/shared/ui";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useAreaNames } from "../../service-areas/use-area-names";
import { KeptList } from "../editor/KeptList";
import { useListLocationsInfiniteQuery } from "./api";

/** Work locations: found by what names them, each with its editor (IDN-11). */
export function LocationsPage() {
  const t = useText();
  const navigate = useNavigate();
  const { search = "" } = useSearch({ from: "/signed-in/admin/admin/iam/location-management" });
  const query = useListLocationsInfiniteQuery(search);
  return (
    <KeptList
      add={{ to: "/admin/iam/location-management/new", label: t("locations.new") }}
      columns={useColumns()}
      empty={{ none: t("locations.none"), notFound: t("locations.notFound"), text: t("locations.none.text") }}
      itemKey={({ locationId }) => locationId ?? ""}
      listed={fromPages(query, (page) => page.locations)}
      onSearch={(words) => void navigate({ to: "/admin/iam/location-management", search: words, replace: true })}
      search={search}
      searchLabel={t("locations.search")}
      title={t("locations.title")}
    />
  );
}

function useColumns(): TableColumns<LocationJson> {
  const t = useText();
  const areaName = useAreaNames();
  return [
    {
      id: "name",
      label: t("locations.name"),
      cell: ({ locationId = "", details }) => (
        <Link params={{ locationId }} to="/admin/iam/location-management/$locationId">
          {details?.name}
        </Link>
      ),
    },
    { id: "municipality", label: t("locations.municipality"), cell: ({ details }) => areaName(details?.municipality) },
    { id: "oid", label: t("locations.oid"), cell: ({ details }) => details?.oid || "–" },
    { id: "externalId", label: t("locations.externalId"), cell: ({ details }) => details?.externalId || "–" },
    { id: "people", label: t("locations.people"), cell: ({ professionals = 0 }) => professionals, align: "end" },
  ];
}
