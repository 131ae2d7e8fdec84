import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { FieldOf } from "@kajo/shared/patterns";
import type { ListWorkplacesResponseJson, ManagedQueueJson } from "@kajo/shared/rpc";
import { RadioGroup, TextField } from "@kajo/shared/ui";
import { LocalizedFields } from "../module/LocalizedFields";
import { ManyChoices } from "../module/ManyChoices";
import { FormChoice } from "./FormChoice";
import { kindText, newKinds } from "./kinds";
import { NameChoice } from "./NameChoice";
import { PatientTaskFields } from "./PatientTaskFields";
import { UrlTail } from "./UrlTail";
import { fieldsOfKind, type QueueValue } from "./values";
import { WhoSees } from "./WhoSees";

export interface QueueFormProps {
  readonly value: QueueValue;
  readonly change: (part: Partial<QueueValue>) => void;
  readonly field: FieldOf<string>;
  readonly isInbox: boolean;
  /** As it is kept; undefined of a new one. */
  readonly kept: ManagedQueueJson | undefined;
  readonly workplaces: ListWorkplacesResponseJson;
}

/** The fields of a queue: which there are follows from its kind. */
export function QueueForm({ value, change, field, isInbox, kept, workplaces }: QueueFormProps) {
  const t = useText();
  const language = useLanguage();
  const has = fieldsOfKind(value.kind);
  const { roles = [], locations = [] } = workplaces;
  return (
    <>
      <LocalizedFields
        field={field}
        fieldKey="name"
        label={t("admin.name")}
        max={200}
        onChange={(name) => change({ name })}
        value={value.name}
      />
      <LocalizedFields
        field={field}
        fieldKey="description"
        hint={t("serviceCategories.description.hint")}
        label={t("serviceCategories.description")}
        max={2000}
        onChange={(description) => change({ description })}
        optional
        rows={3}
        value={value.description}
      />
      {isInbox ? null : <Kind change={change} field={field} isKept={kept !== undefined} value={value} />}
      {has.service ? (
        <NameChoice
          {...field("details.service_id")}
          hint={t("queues.service.hint")}
          kind="service"
          onChange={(serviceId) => change({ serviceId })}
          optional={has.service === "may"}
          value={value.serviceId}
        />
      ) : null}
      {has.survey ? (
        <FormChoice
          {...field("details.survey_id")}
          onChange={(surveyId) => change({ surveyId })}
          value={value.surveyId}
        />
      ) : null}
      {has.tail ? (
        <UrlTail
          field={field}
          kept={kept?.details?.urlTail ?? ""}
          onChange={(urlTail) => change({ urlTail })}
          subcategoryId={kept?.subcategoryId ?? ""}
          value={value.urlTail}
        />
      ) : null}
      {has.task ? <PatientTaskFields change={change} field={field} value={value} /> : null}
      <ManyChoices
        {...field("details.role_ids")}
        hint={t("queues.roles.hint")}
        onChange={(roleIds) => change({ roleIds })}
        options={roles.map(({ roleId = "", name }) => ({ id: roleId, label: localized(language, name) }))}
        value={value.roleIds}
      />
      <ManyChoices
        {...field("details.location_ids")}
        onChange={(locationIds) => change({ locationIds })}
        options={locations.map(({ locationId = "", name = "" }) => ({ id: locationId, label: name }))}
        value={value.locationIds}
      />
      <WhoSees locationIds={value.locationIds} roleIds={value.roleIds} />
    </>
  );
}

interface KindProps {
  readonly value: QueueValue;
  readonly change: (part: Partial<QueueValue>) => void;
  readonly field: FieldOf<string>;
  readonly isKept: boolean;
}

/** What is in a queue came by its kind, so that the kind stays. */
function Kind({ value, change, field, isKept }: KindProps) {
  const t = useText();
  if (isKept) {
    return (
      <TextField
        {...field("details.kind")}
        hint={t("error.reason.kind_fixed")}
        isReadOnly
        onChange={() => undefined}
        value={t(kindText(value.kind || "QUEUE_KIND_UNKNOWN"))}
      />
    );
  }
  return (
    <RadioGroup
      {...field("details.kind")}
      hint={t("taskQueues.kind.hint")}
      onChange={(kind) => change({ kind })}
      options={newKinds.map((kind) => ({ id: kind, label: t(kindText(kind)) }))}
      value={value.kind === "QUEUE_KIND_UNSPECIFIED" || value.kind === "QUEUE_KIND_UNKNOWN" ? null : value.kind || null}
    />
  );
}
