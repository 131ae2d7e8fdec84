import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import type {
  GetRemoteAccessResponseJson,
  ListWorkplacesResponseJson,
  SaveRemoteAccessRequestJson,
} from "@kajo/shared/rpc";
import { Checkbox, type SelectOption } from "@kajo/shared/ui";
import { Editor } from "../../editor/Editor";
import { useListWorkplacesQuery } from "../../workplaces/api";
import { useGetRemoteAccessQuery, useSaveRemoteAccessMutation } from "./api";
import { GrantFields } from "./GrantFields";
import { type Grant, grantsOf, grantsProblem } from "./grants";

/** Who works with remote appointments: all professionals, or those in some roles at their locations (SCH-11). */
export function RemoteAccessPage() {
  const workplaces = useListWorkplacesQuery({});
  return (
    <QueryView page query={useGetRemoteAccessQuery({})}>
      {(kept) => (
        <QueryView page query={workplaces}>
          {(known) => <Fields kept={kept} workplaces={known} />}
        </QueryView>
      )}
    </QueryView>
  );
}

interface Value {
  readonly restricted: boolean;
  readonly grants: readonly Grant[];
}

interface FieldsProps {
  readonly kept: GetRemoteAccessResponseJson;
  readonly workplaces: ListWorkplacesResponseJson;
}

function Fields({ kept: { details, version = "0" }, workplaces: { roles = [], locations = [] } }: FieldsProps) {
  const t = useText();
  const language = useLanguage();
  const [save] = useSaveRemoteAccessMutation();
  const roleOptions: readonly SelectOption[] = roles.map(({ roleId = "", name }) => ({
    id: roleId,
    label: localized(language, name),
  }));
  const locationOptions = locations.map(({ locationId = "", name = "" }) => ({ id: locationId, label: name }));
  return (
    <Editor<Value, "details.grants", SaveRemoteAccessRequestJson, object>
      check={({ restricted, grants }) => ({ "details.grants": grantsProblem(restricted, grants, t) })}
      current={{ restricted: details?.restricted ?? false, grants: grantsOf(details?.grants) }}
      fields={{ "details.grants": t("remoteAccess.roles") }}
      list={{ to: "/admin/service-information", label: t("serviceInformation.title") }}
      request={({ restricted, grants }, over) => ({
        details: {
          restricted,
          grants: grants.map(({ roleId, locationIds }) => ({ roleId, locationIds: [...locationIds] })),
        },
        fields: ["restricted", "grants"],
        version: over,
      })}
      save={save}
      saved={t("remoteAccess.saved")}
      title={t("remoteAccess.title")}
      version={version}
    >
      {({ value, change, field }) => (
        <>
          <Checkbox
            hint={t("remoteAccess.restricted.hint")}
            isSelected={value.restricted}
            label={t("remoteAccess.restricted")}
            name="details.restricted"
            onChange={(restricted) => change({ restricted })}
          />
          {value.restricted ? (
            <GrantFields
              {...field("details.grants")}
              locations={locationOptions}
              onChange={(grants) => change({ grants })}
              roles={roleOptions}
              value={value.grants}
            />
          ) : null}
        </>
      )}
    </Editor>
  );
}
