import { useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import type { PatientInfoJson } from "@kajo/shared/rpc";
import { PhoneField, Select, TextField } from "@kajo/shared/ui";
import { useListServiceAreasQuery } from "../../service-areas/api";
import { useAreaOptions } from "../../service-areas/use-area-options";

/** All that is edited of a patient. */
export type Info = Required<PatientInfoJson>;

export type InfoField =
  `info.${"first_name" | "last_name" | "usual_name" | "email" | "phone" | "address" | "service_area_id"}`;

export function infoOf(info: PatientInfoJson | undefined): Info {
  const { firstName = "", lastName = "", usualName = "" } = info ?? {};
  const { email = "", phone = "", address = "", serviceAreaId = "" } = info ?? {};
  return { firstName, lastName, usualName, email, phone, address, serviceAreaId };
}

/** What can be seen to be wrong before it is sent; the server decides. */
export function useInfoProblems(): (info: Info) => Partial<Record<InfoField, string | undefined>> {
  const t = useText();
  return ({ firstName, lastName }) => {
    // Some people have one name alone.
    const missing = firstName.trim() || lastName.trim() ? undefined : t("field.required");
    return { "info.first_name": missing, "info.last_name": missing };
  };
}

export function useInfoLabels(): Readonly<Record<InfoField, string>> {
  const t = useText();
  return {
    "info.first_name": t("patient.firstName"),
    "info.last_name": t("patient.lastName"),
    "info.usual_name": t("patient.usualName"),
    "info.email": t("patient.email"),
    "info.phone": t("patient.phone"),
    "info.address": t("patient.address"),
    "info.service_area_id": t("patient.area"),
  };
}

interface InfoFieldsProps {
  readonly info: Info;
  readonly change: (part: Partial<Info>) => void;
  /** Where the patient is is not shown, and stays as it is. */
  readonly nonDisclosure?: boolean;
  /** Of a form that may have other fields as well. */
  readonly field: (name: InfoField) => {
    readonly name: string;
    readonly label: string;
    readonly error: string | undefined;
  };
}

export function InfoFields(props: InfoFieldsProps) {
  const t = useText();
  const text = textOf(props);
  return (
    <>
      <TextField {...text("firstName", "info.first_name")} />
      <TextField {...text("lastName", "info.last_name")} hint={t("patient.lastName.hint")} />
      <TextField {...text("usualName", "info.usual_name")} hint={t("patient.usualName.hint")} optional />
      {props.nonDisclosure ? null : <ContactFields {...props} />}
    </>
  );
}

function textOf({ info, change, field }: InfoFieldsProps) {
  return (key: keyof Info, name: InfoField) => ({
    ...field(name),
    value: info[key],
    onChange: (next: string) => change({ [key]: next }),
  });
}

/** Where the patient is. */
function ContactFields(props: InfoFieldsProps) {
  const t = useText();
  const { info, change, field } = props;
  const areas = useAreaOptions(info.serviceAreaId);
  const text = textOf(props);
  return (
    <>
      <TextField {...text("email", "info.email")} optional />
      <PhoneField {...text("phone", "info.phone")} hint={t("patient.phone.hint")} optional />
      <TextField {...text("address", "info.address")} optional />
      <QueryView query={useListServiceAreasQuery({})}>
        {() => (
          <Select
            {...field("info.service_area_id")}
            optional
            onChange={(serviceAreaId) => change({ serviceAreaId })}
            options={areas}
            value={info.serviceAreaId}
          />
        )}
      </QueryView>
    </>
  );
}
