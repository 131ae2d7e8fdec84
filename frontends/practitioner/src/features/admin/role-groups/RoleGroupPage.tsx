import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import type { PreviewRoleGroupRequestJson, ProfessionalRoleJson, RoleGroupJson } from "@kajo/shared/rpc";
import { Select, type SelectOption, TextField } from "@kajo/shared/ui";
import { useParams } from "@tanstack/react-router";
import { Editor, type Preview, useRequired } from "../editor/Editor";
import {
  useGetRoleGroupQuery,
  useListRolesQuery,
  usePreviewRoleGroupMutation,
  useRemoveRoleGroupMutation,
  useSaveRoleGroupMutation,
} from "./api";
import { RoleChanges } from "./RoleChanges";

const list = "/admin/iam/role-management";

/** A new role group. */
export function NewRoleGroupPage() {
  return <RoleGroupEditor roleGroup={undefined} />;
}

/** One that is kept already. */
export function RoleGroupPage() {
  const { roleGroupId } = useParams({ from: "/signed-in/admin/admin/iam/role-management/$roleGroupId" });
  return (
    <QueryView key={roleGroupId} page query={useGetRoleGroupQuery({ roleGroupId })}>
      {({ roleGroup }) => <RoleGroupEditor roleGroup={roleGroup} />}
    </QueryView>
  );
}

function RoleGroupEditor({ roleGroup }: { readonly roleGroup: RoleGroupJson | undefined }) {
  return (
    <QueryView page query={useListRolesQuery({})}>
      {({ roles = [] }) => <Fields roleGroup={roleGroup} roles={roles} />}
    </QueryView>
  );
}

function Fields({
  roleGroup,
  roles,
}: {
  readonly roleGroup: RoleGroupJson | undefined;
  readonly roles: readonly ProfessionalRoleJson[];
}) {
  const t = useText();
  const options = useOptions(roles);
  const required = useRequired();
  const [save] = useSaveRoleGroupMutation();
  const [remove] = useRemoveRoleGroupMutation();
  const preview = usePreview();
  const { roleGroupId = "", details } = roleGroup ?? {};
  return (
    <Editor
      check={(value) => ({
        "details.name": required(value.name),
        "details.directory_group": required(value.directoryGroup),
        "details.role_id": required(value.roleId),
      })}
      fields={{
        "details.name": t("roleGroups.name"),
        "details.directory_group": t("roleGroups.group"),
        "details.role_id": t("roleGroups.role"),
      }}
      current={{
        name: details?.name ?? "",
        directoryGroup: details?.directoryGroup ?? "",
        roleId: details?.roleId ?? "",
      }}
      preview={preview}
      list={{ to: list, label: t("roleGroups.title") }}
      removal={
        roleGroup && {
          label: t("roleGroups.remove"),
          question: t("roleGroups.remove.question", { name: details?.name ?? "" }),
          done: t("roleGroups.removed"),
          request: { roleGroupId },
          send: remove,
          preview,
        }
      }
      request={(value, version) => ({ roleGroupId, details: value, version })}
      save={save}
      saved={t("roleGroups.saved")}
      title={details?.name ?? t("roleGroups.new")}
      version={roleGroup?.version ?? "0"}
    >
      {({ text }) => (
        <>
          <TextField {...text("name", "details.name")} />
          <TextField {...text("directoryGroup", "details.directory_group")} hint={t("roleGroups.group.hint")} />
          <Select {...text("roleId", "details.role_id")} hint={t("roleGroups.role.hint")} options={options} />
        </>
      )}
    </Editor>
  );
}

/** Who would gain or lose a role by a change: asked about before it is made. */
function usePreview() {
  const t = useText();
  const [preview] = usePreviewRoleGroupMutation();
  return async ({ roleGroupId, details }: PreviewRoleGroupRequestJson): Promise<Preview> => {
    const { data, error } = await preview({ ...(roleGroupId ? { roleGroupId } : {}), ...(details ? { details } : {}) });
    if (!data) return { error };
    const { changes = [] } = data;
    if (changes.length === 0) return {};
    return {
      consequence: {
        title: t("roleGroups.change.title"),
        confirm: t("roleGroups.change.confirm"),
        text: <RoleChanges changes={changes} />,
      },
    };
  };
}

/** Roles in the order of their names as they are read. */
function useOptions(roles: readonly ProfessionalRoleJson[]): readonly SelectOption[] {
  const language = useLanguage();
  return roles
    .map(({ roleId = "", name }) => ({ id: roleId, label: localized(language, name) }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
}
