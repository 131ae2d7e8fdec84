import { useText } from "@kajo/shared/i18n";
import type { AppointmentTypeJson, ConditionKindJson, LateRuleJson } from "@kajo/shared/rpc";
import { Checkbox, NumberField, Select } from "@kajo/shared/ui";
import { appointmentTypes } from "../../../appointment-types/types";
import { ManyChoices } from "../../module/ManyChoices";
import type { FieldsOfStep } from "./fields-of-step";
import { type ConditionKind, conditionFields, conditionKinds, isConditionKind, lateRules } from "./kinds";
import { ReferenceField } from "./ReferenceField";
import { ReferencesField } from "./ReferencesField";
import { SpanField } from "./SpanField";
import { type Patch, type PathConditionJson, patched } from "./types";

interface ConditionFieldsProps {
  readonly condition: PathConditionJson | undefined;
  /** Those that it may be. */
  readonly kinds: readonly ConditionKind[];
  readonly field: FieldsOfStep;
  /** `name`: into which field something was typed. */
  readonly onChange: (condition: PathConditionJson, name?: string) => void;
}

/** When a step is done, or a path begins: the kind of condition, and what that kind asks for. */
export function ConditionFields({ condition = {}, kinds, field, onChange }: ConditionFieldsProps) {
  const t = useText();
  const { kind, serviceIds, bookingRoleIds, types = [], byProfessional, subcategoryId, surveyId, times } = condition;
  const { span, late = "LATE_RULE_UNSPECIFIED" } = condition;
  const change = (patch: Patch<PathConditionJson>, name?: string) => onChange(patched(condition, patch), name);
  const has = (name: keyof PathConditionJson) => isConditionKind(kind) && conditionFields[kind].includes(name);
  return (
    <>
      <Select
        {...field("condition")}
        label={t("pathEditor.condition.kind")}
        onChange={(id) => change({ kind: id as ConditionKindJson })}
        options={kinds.map((id) => ({ id, label: t(conditionKinds[id]) }))}
        value={isConditionKind(kind) ? kind : null}
      />
      {has("serviceIds") ? (
        <ReferencesField
          {...field("condition.services")}
          hint={t(kind === "CONDITION_KIND_BOOKED" ? "pathEditor.services.some" : "pathEditor.services.any")}
          kind="service"
          label={t("pathEditor.services")}
          onChange={(ids) => change({ serviceIds: ids })}
          value={serviceIds}
        />
      ) : null}
      {has("bookingRoleIds") ? (
        <ReferencesField
          {...field("condition.roles")}
          hint={t("pathEditor.roles.any")}
          kind="role"
          label={t("pathEditor.roles")}
          onChange={(ids) => change({ bookingRoleIds: ids })}
          value={bookingRoleIds}
        />
      ) : null}
      {has("types") ? (
        <ManyChoices
          {...field("condition.types")}
          hint={t("pathEditor.types.any")}
          label={t("pathEditor.types")}
          onChange={(ids) => change({ types: [...ids] as AppointmentTypeJson[] })}
          options={appointmentTypes.map(([id, text]) => ({ id, label: t(text) }))}
          value={types}
        />
      ) : null}
      {has("byProfessional") ? (
        <Checkbox
          isSelected={byProfessional ?? false}
          label={t("pathEditor.byProfessional")}
          onChange={(on) => change({ byProfessional: on || undefined })}
        />
      ) : null}
      {has("subcategoryId") ? (
        <ReferenceField
          {...field("condition.queue")}
          kind="queue"
          label={t("pathEditor.queue")}
          onChange={(id) => change({ subcategoryId: id })}
          value={subcategoryId}
        />
      ) : null}
      {has("surveyId") ? (
        <ReferenceField
          {...field("condition.survey")}
          kind="survey"
          label={t("pathEditor.survey")}
          onChange={(id) => change({ surveyId: id })}
          value={surveyId}
        />
      ) : null}
      {has("times") ? (
        <NumberField
          {...field("condition.times")}
          label={t("pathEditor.times")}
          max={100}
          min={1}
          onChange={(n) => change({ times: n ?? undefined }, "condition.times")}
          value={times || null}
        />
      ) : null}
      {has("span") ? (
        <SpanField
          {...field("condition.span")}
          label={t(kind === "CONDITION_KIND_SINCE_APPOINTMENT" ? "pathEditor.span.since" : "pathEditor.span.until")}
          onChange={(next) => change({ span: next }, "condition.span")}
          value={span}
        />
      ) : null}
      {has("late") ? (
        <Select
          {...field("condition.late")}
          label={t("pathEditor.late")}
          onChange={(id) => change({ late: id as LateRuleJson })}
          options={Object.entries(lateRules).map(([id, text]) => ({ id, label: t(text) }))}
          value={late === "LATE_RULE_UNSPECIFIED" ? "LATE_RULE_NEWEST" : late}
        />
      ) : null}
    </>
  );
}
