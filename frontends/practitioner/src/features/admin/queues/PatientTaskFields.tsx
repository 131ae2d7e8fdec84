import { useText } from "@kajo/shared/i18n";
import type { FieldOf } from "@kajo/shared/patterns";
import type { TaskDueUnitJson } from "@kajo/shared/rpc";
import { Checkbox, NumberField, Select } from "@kajo/shared/ui";
import { dueMax, dueUnits } from "../../due/units";
import { NameChoice } from "./NameChoice";
import type { QueueValue } from "./values";

interface PatientTaskFieldsProps {
  readonly value: QueueValue;
  readonly change: (part: Partial<QueueValue>) => void;
  readonly field: FieldOf<string>;
}

/** What a patient is given to do, until when, and what becomes of it. */
export function PatientTaskFields({ value, change, field }: PatientTaskFieldsProps) {
  const t = useText();
  const isCounted = value.dueUnit !== "" && value.dueUnit !== "TASK_DUE_UNIT_AS_SOON_AS_POSSIBLE";
  return (
    <>
      <NameChoice
        {...field("details.content_id")}
        hint={t("queues.content.hint")}
        kind="service_content"
        onChange={(contentId) => change({ contentId })}
        value={value.contentId}
      />
      <Select
        {...field("details.due")}
        {...(isCounted ? { error: undefined } : {})}
        onChange={(unit) => change({ dueUnit: unit as TaskDueUnitJson })}
        options={dueUnits.map(([id, label]) => ({ id, label: t(label) }))}
        value={value.dueUnit || null}
      />
      {isCounted ? (
        <NumberField
          error={field("details.due").error}
          label={t("queues.due.amount")}
          max={dueMax}
          min={1}
          onChange={(dueAmount) => change({ dueAmount })}
          value={value.dueAmount}
        />
      ) : null}
      <Checkbox
        isSelected={value.patientMarksDone}
        label={t("queues.patientMarksDone")}
        name="details.patient_marks_done"
        onChange={(patientMarksDone) => change({ patientMarksDone })}
      />
      <Checkbox
        hint={t("queues.sendsExpired.hint")}
        isSelected={value.sendsExpired}
        label={t("queues.sendsExpired")}
        name="details.sends_expired"
        onChange={(sendsExpired) => change({ sendsExpired })}
      />
    </>
  );
}
