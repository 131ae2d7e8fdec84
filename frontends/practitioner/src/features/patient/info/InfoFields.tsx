import { useText } from "@kajo/shared/i18n";
import { Fetched } from "@kajo/shared/patterns";
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
  const required = (text: string) => (text.trim() ? undefined : t("field.required"));
  return ({ firstName, lastName }) => ({
    "info.first_name": required(firstName),
    "info.last_name": required(lastName),
  });
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

/** Stands for no service area: an empty choice is what nobody has made yet. */
const unknown = "-";

interface InfoFieldsProps {
  readonly info: Info;
  readonly change: (part: Partial<Info>) => void;
  /** Of a form that may have other fields as well. */
  readonly field: (name: InfoField) => {
    readonly name: string;
    readonly label: string;
    readonly error: string | undefined;
  };
}

export function InfoFields({ info, change, field }: InfoFieldsProps) {
  const t = useText();
  const areas = useAreaOptions(info.serviceAreaId);
  const text = (key: keyof Info, name: InfoField) => ({
    ...field(name),
    value: info[key],
    onChange: (next: string) => change({ [key]: next }),
  });
  return (
    <>
      <TextField {...text("firstName", "info.first_name")} />
      <TextField {...text("lastName", "info.last_name")} />
      <TextField {...text("usualName", "info.usual_name")} hint={t("patient.usualName.hint")} optional />
      <TextField {...text("email", "info.email")} optional />
      <PhoneField {...text("phone", "info.phone")} hint={t("patient.phone.hint")} optional />
      <TextField {...text("address", "info.address")} optional />
      <Fetched query={useListServiceAreasQuery({})}>
        {() => (
          <Select
            {...field("info.service_area_id")}
            optional
            onChange={(area) => change({ serviceAreaId: area === unknown ? "" : area })}
            options={[{ id: unknown, label: t("patient.unknown") }, ...areas]}
            value={info.serviceAreaId || unknown}
          />
        )}
      </Fetched>
    </>
  );
}
