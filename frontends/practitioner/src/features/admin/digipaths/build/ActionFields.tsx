import { useText } from "@kajo/shared/i18n";
import type { ActionKindJson } from "@kajo/shared/rpc";
import { NumberField, Select } from "@kajo/shared/ui";
import { WithinFields } from "./DelayFields";
import type { FieldsOfStep } from "./fields-of-step";
import { actionKinds, actionsAt, isActionKind } from "./kinds";
import { ReferenceField } from "./ReferenceField";
import { SpanField } from "./SpanField";
import { TaskTexts } from "./TaskTexts";
import { type Patch, type PathActionJson, patched } from "./types";

interface ActionFieldsProps {
  readonly action: PathActionJson | undefined;
  readonly isFirst: boolean;
  readonly field: FieldsOfStep;
  /** `name`: into which field something was typed. */
  readonly onChange: (action: PathActionJson, name?: string) => void;
}

interface PartProps {
  readonly action: PathActionJson;
  readonly field: FieldsOfStep;
  readonly change: (patch: Patch<PathActionJson>, name?: string) => void;
}

/** What a step does: the kind of action, and what that kind asks for. */
export function ActionFields({ action = {}, isFirst, field, onChange }: ActionFieldsProps) {
  const t = useText();
  const { kind } = action;
  const change = (patch: Patch<PathActionJson>, name?: string) => onChange(patched(action, patch), name);
  return (
    <>
      <Select
        {...field("action")}
        label={t("pathEditor.action.kind")}
        onChange={(id) => change({ kind: id as ActionKindJson })}
        options={actionsAt(isFirst, kind).map((id) => ({ id, label: t(actionKinds[id]) }))}
        value={isActionKind(kind) ? kind : null}
      />
      <OfKind action={action} change={change} field={field} />
    </>
  );
}

function OfKind({ action, field, change }: PartProps) {
  const t = useText();
  const { serviceId, serviceContentId } = action;
  switch (action.kind) {
    case "ACTION_KIND_RECOMMENDATION":
      return (
        <ReferenceField
          {...field("action.service")}
          kind="service"
          label={t("pathEditor.service")}
          onChange={(id) => change({ serviceId: id })}
          value={serviceId}
        />
      );
    case "ACTION_KIND_CONTENT":
      return (
        <ReferenceField
          {...field("action.content")}
          kind="content"
          label={t("pathEditor.content")}
          onChange={(id) => change({ serviceContentId: id })}
          value={serviceContentId}
        />
      );
    case "ACTION_KIND_SURVEY":
      return <OfSurvey action={action} change={change} field={field} />;
    case "ACTION_KIND_TASK":
      return <OfTask action={action} change={change} field={field} />;
    case "ACTION_KIND_REPEAT_PREVIOUS":
      return <OfRepeat action={action} change={change} field={field} />;
    default:
      return null;
  }
}

function OfSurvey({ action: { surveyId, answerWithin }, field, change }: PartProps) {
  const t = useText();
  return (
    <>
      <ReferenceField
        {...field("action.survey")}
        kind="survey"
        label={t("pathEditor.survey")}
        onChange={(id) => change({ surveyId: id })}
        value={surveyId}
      />
      <WithinFields
        {...field("action.span")}
        onChange={(next, name) => change({ answerWithin: next }, name)}
        value={answerWithin}
      />
    </>
  );
}

function OfTask({ action, field, change }: PartProps) {
  const t = useText();
  const { error } = field("action.title");
  return (
    <>
      <ReferenceField
        {...field("action.queue")}
        kind="queue"
        label={t("pathEditor.queue")}
        onChange={(id) => change({ subcategoryId: id })}
        value={action.subcategoryId}
      />
      <TaskTexts
        error={error}
        label={t("pathEditor.task.title")}
        max={200}
        name={field("action.title").name}
        onChange={(title, name) => change({ title }, name)}
        value={action.title}
      />
      <TaskTexts
        error={error}
        label={t("pathEditor.task.instruction")}
        max={5000}
        name={field("action.instruction").name}
        onChange={(instruction, name) => change({ instruction }, name)}
        rows={4}
        value={action.instruction}
      />
    </>
  );
}

function OfRepeat({ action: { every, times }, field, change }: PartProps) {
  const t = useText();
  return (
    <>
      <SpanField
        {...field("action.span")}
        label={t("pathEditor.every")}
        onChange={(next) => change({ every: next }, "action.span")}
        value={every}
      />
      <NumberField
        {...field("action.times")}
        label={t("pathEditor.times")}
        max={100}
        min={1}
        onChange={(n) => change({ times: n ?? undefined }, "action.times")}
        value={times || null}
      />
    </>
  );
}
