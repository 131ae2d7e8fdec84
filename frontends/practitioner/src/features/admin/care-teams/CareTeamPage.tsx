import { useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import type { CareTeamJson } from "@kajo/shared/rpc";
import { Checkbox, Select, TextArea, TextField } from "@kajo/shared/ui";
import { useParams } from "@tanstack/react-router";
import { useListServiceAreasQuery } from "../../service-areas/api";
import { useAreaOptions } from "../../service-areas/use-area-options";
import { Editor, useRequired } from "../editor/Editor";
import { useGetCareTeamQuery, useRemoveCareTeamMutation, useSaveCareTeamMutation } from "./api";

const list = "/admin/careteam-management";

/** A new care team. */
export function NewCareTeamPage() {
  return <CareTeamEditor careTeam={undefined} />;
}

/** One that is kept already. */
export function CareTeamPage() {
  const { careTeamId } = useParams({ from: "/signed-in/admin/admin/careteam-management/$careTeamId" });
  return (
    <QueryView key={careTeamId} page query={useGetCareTeamQuery({ careTeamId })}>
      {({ careTeam }) => <CareTeamEditor careTeam={careTeam} />}
    </QueryView>
  );
}

function CareTeamEditor({ careTeam }: { readonly careTeam: CareTeamJson | undefined }) {
  return (
    <QueryView page query={useListServiceAreasQuery({})}>
      {() => <Fields careTeam={careTeam} />}
    </QueryView>
  );
}

function Fields({ careTeam }: { readonly careTeam: CareTeamJson | undefined }) {
  const t = useText();
  const required = useRequired();
  const [save] = useSaveCareTeamMutation();
  const [remove] = useRemoveCareTeamMutation();
  const { careTeamId = "", details } = careTeam ?? {};
  const current = {
    name: details?.name ?? "",
    description: details?.description ?? "",
    serviceAreaId: details?.serviceAreaId ?? "",
    // A new one takes patients in, unless it is said otherwise.
    enabled: careTeam === undefined || (details?.enabled ?? false),
  };
  const areas = useAreaOptions(current.serviceAreaId);
  return (
    <Editor
      check={(value) => ({
        "details.name": required(value.name),
        "details.service_area_id": required(value.serviceAreaId),
      })}
      fields={{
        "details.name": t("careTeams.name"),
        "details.description": t("careTeams.description"),
        "details.service_area_id": t("careTeams.area"),
      }}
      current={current}
      list={{ to: list, label: t("careTeams.title") }}
      removal={
        careTeam && {
          label: t("careTeams.remove"),
          question: t("careTeams.remove.question", { name: current.name }),
          done: t("careTeams.removed"),
          request: { careTeamId },
          send: remove,
        }
      }
      request={(value, version) => ({ careTeamId, details: value, version })}
      save={save}
      saved={t("careTeams.saved")}
      title={details?.name ?? t("careTeams.new")}
      version={careTeam?.version ?? "0"}
    >
      {({ value, change, text }) => (
        <>
          <TextField {...text("name", "details.name")} />
          <TextArea
            {...text("description", "details.description")}
            hint={t("careTeams.description.hint")}
            optional
            rows={3}
          />
          <Select
            {...text("serviceAreaId", "details.service_area_id")}
            hint={t("careTeams.area.hint")}
            options={areas}
          />
          <Checkbox
            hint={t("careTeams.enabled.hint")}
            isSelected={value.enabled}
            label={t("careTeams.enabled")}
            name="details.enabled"
            onChange={(enabled) => change({ enabled })}
          />
        </>
      )}
    </Editor>
  );
}
