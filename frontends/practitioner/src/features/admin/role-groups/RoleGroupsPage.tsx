import { Localized, useText } from "@kajo/shared/i18n";
import { fromPages } from "@kajo/shared/patterns";
import type { RoleGroupJson } from "@kajo/shared/rpc";
import type { TableColumns } from "@kajo/shared/ui";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { KeptList } from "../editor/KeptList";
import { useListRoleGroupsInfiniteQuery } from "./api";

/** Role groups: which professional role the members of a directory group hold (IDN-10). */
export function RoleGroupsPage() {
  const t = useText();
  const navigate = useNavigate();
  const { search = "" } = useSearch({ from: "/signed-in/admin/admin/iam/role-management" });
  const query = useListRoleGroupsInfiniteQuery(search);
  return (
    <KeptList
      add={{ to: "/admin/iam/role-management/new", label: t("roleGroups.new") }}
      columns={useColumns()}
      empty={{ none: t("roleGroups.none"), notFound: t("roleGroups.notFound"), text: t("roleGroups.none.text") }}
      itemKey={({ roleGroupId }) => roleGroupId ?? ""}
      listed={fromPages(query, (page) => page.roleGroups)}
      onSearch={(words) => void navigate({ to: "/admin/iam/role-management", search: words, replace: true })}
      search={search}
      searchLabel={t("roleGroups.search")}
      title={t("roleGroups.title")}
    />
  );
}

function useColumns(): TableColumns<RoleGroupJson> {
  const t = useText();
  return [
    {
      id: "name",
      label: t("roleGroups.name"),
      cell: ({ roleGroupId = "", details }) => (
        <Link params={{ roleGroupId }} to="/admin/iam/role-management/$roleGroupId">
          {details?.name}
        </Link>
      ),
    },
    { id: "group", label: t("roleGroups.group"), cell: ({ details }) => details?.directoryGroup },
    {
      id: "role",
      label: t("roleGroups.role"),
      cell: ({ roleName }) => <Localized text={roleName} />,
    },
  ];
}
