import { useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import type { LocationJson } from "@kajo/shared/rpc";
import { Select, TextArea, TextField } from "@kajo/shared/ui";
import { useParams } from "@tanstack/react-router";
import { useListServiceAreasQuery } from "../../service-areas/api";
import { useAreaOptions } from "../../service-areas/use-area-options";
import { Editor, useRequired } from "../editor/Editor";
import { useGetLocationQuery, useRemoveLocationMutation, useSaveLocationMutation } from "./api";

const list = "/admin/iam/location-management";

/** A new location. */
export function NewLocationPage() {
  return <LocationEditor location={undefined} />;
}

/** One that is kept already. */
export function LocationPage() {
  const { locationId } = useParams({ from: "/signed-in/admin/admin/iam/location-management/$locationId" });
  return (
    <QueryView key={locationId} page query={useGetLocationQuery({ locationId })}>
      {({ location }) => <LocationEditor location={location} />}
    </QueryView>
  );
}

function LocationEditor({ location }: { readonly location: LocationJson | undefined }) {
  return (
    <QueryView page query={useListServiceAreasQuery({})}>
      {() => <Fields location={location} />}
    </QueryView>
  );
}

function Fields({ location }: { readonly location: LocationJson | undefined }) {
  const t = useText();
  const required = useRequired();
  const [save] = useSaveLocationMutation();
  const [remove] = useRemoveLocationMutation();
  const { locationId = "", details } = location ?? {};
  const areas = useAreaOptions(details?.municipality ?? "");
  const labels = {
    "details.name": t("locations.name"),
    "details.description": t("locations.description"),
    "details.address": t("locations.address"),
    "details.municipality": t("locations.municipality"),
    "details.external_id": t("locations.externalId"),
    "details.oid": t("locations.oid"),
    "details.source_system": t("locations.source"),
  };
  return (
    <Editor
      check={(value) => ({
        "details.name": required(value.name),
        "details.municipality": required(value.municipality),
      })}
      fields={labels}
      current={{
        name: details?.name ?? "",
        description: details?.description ?? "",
        address: details?.address ?? "",
        municipality: details?.municipality ?? "",
        externalId: details?.externalId ?? "",
        oid: details?.oid ?? "",
        sourceSystem: details?.sourceSystem ?? "",
      }}
      list={{ to: list, label: t("locations.title") }}
      removal={
        location && {
          label: t("locations.remove"),
          question: t("locations.remove.question", { name: details?.name ?? "" }),
          done: t("locations.removed"),
          request: { locationId },
          send: remove,
        }
      }
      request={(value, version) => ({ locationId, details: value, version })}
      save={save}
      saved={t("locations.saved")}
      title={details?.name ?? t("locations.new")}
      version={location?.version ?? "0"}
    >
      {({ text }) => (
        <>
          <TextField {...text("name", "details.name")} />
          <TextArea {...text("description", "details.description")} optional rows={3} />
          <TextField {...text("address", "details.address")} optional />
          <Select {...text("municipality", "details.municipality")} options={areas} />
          <TextField {...text("externalId", "details.external_id")} hint={t("locations.externalId.hint")} optional />
          <TextField
            {...text("oid", "details.oid")}
            hint={t(details?.oid ? "locations.oid.kept" : "locations.oid.hint")}
            isReadOnly={Boolean(details?.oid)}
            optional={!details?.oid}
          />
          <TextField {...text("sourceSystem", "details.source_system")} optional />
        </>
      )}
    </Editor>
  );
}
