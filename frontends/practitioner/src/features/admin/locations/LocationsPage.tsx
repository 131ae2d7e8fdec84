import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import { fromPages, ListPage } from "@kajo/shared/patterns";
import type { LocationJson } from "@kajo/shared/rpc";
import { DataTable, EmptyState, LinkButton, PageHeading, type TableColumns } from "@kajo/shared/ui";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useListLocationsInfiniteQuery } from "./api";

/** Work locations: found by what names them, each with its editor (spec section 3, Location). */
export function LocationsPage() {
  const t = useText();
  const navigate = useNavigate();
  const columns = useColumns();
  const { search = "" } = useSearch({ from: "/signed-in/admin/admin/iam/location-management" });
  const query = useListLocationsInfiniteQuery(search);
  const heading = (
    <PageHeading actions={<LinkButton to="/admin/iam/location-management/new">{t("locations.new")}</LinkButton>}>
      {t("locations.title")}
    </PageHeading>
  );
  return (
    <ListPage
      {...fromPages(query, (page) => page.locations)}
      empty={
        <EmptyState title={t(search ? "locations.notFound" : "locations.none")}>{t("locations.none.text")}</EmptyState>
      }
      heading={heading}
      label={t("locations.title")}
      renderAll={(locations) => (
        <DataTable
          caption={t("locations.title")}
          columns={columns}
          rowKey={({ locationId }) => locationId ?? ""}
          rows={locations}
        />
      )}
      search={{
        label: t("locations.search"),
        value: search,
        onSearch: (text) =>
          void navigate({ to: "/admin/iam/location-management", search: text ? { search: text } : {}, replace: true }),
      }}
    />
  );
}

function useColumns(): TableColumns<LocationJson> {
  const t = useText();
  const language = useLanguage();
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
    { id: "municipality", label: t("locations.municipality"), cell: ({ details }) => details?.municipality },
    { id: "oid", label: t("locations.oid"), cell: ({ details }) => details?.oid || "–" },
    { id: "externalId", label: t("locations.externalId"), cell: ({ details }) => details?.externalId || "–" },
    { id: "people", label: t("locations.people"), cell: ({ professionals = 0 }) => professionals, align: "end" },
    {
      id: "updated",
      label: t("locations.updated"),
      cell: ({ updatedAt }) => (updatedAt ? dateTimeText(language, new Date(updatedAt)) : "–"),
    },
  ];
}
