import { useEdit } from "@kajo/shared/drafts";
import { useText } from "@kajo/shared/i18n";
import { Form, UnsavedDialog, useUnsavedGuard } from "@kajo/shared/patterns";
import type { WithholdingGroundJson } from "@kajo/shared/rpc";
import { Button, RadioGroup, TextArea } from "@kajo/shared/ui";
import { RestoredDraftNotice } from "../editing/RestoredDraftNotice";

export const groundTexts = {
  WITHHOLDING_GROUND_UNSPECIFIED: "accessLog.withhold.ground",
  WITHHOLDING_GROUND_HEALTH: "accessLog.withhold.health",
  WITHHOLDING_GROUND_RIGHTS_OF_OTHERS: "accessLog.withhold.rights",
} as const satisfies Record<WithholdingGroundJson, string>;

const choices = ["WITHHOLDING_GROUND_HEALTH", "WITHHOLDING_GROUND_RIGHTS_OF_OTHERS"] as const;

/** As long as the contract takes it. */
const maxReason = 2000;

/** Of the draft of a withholding. */
export const withholdName = (entryId: string) => `withhold.${entryId}`;

interface Withholding {
  readonly ground: (typeof choices)[number] | null;
  readonly reason: string;
}

const untouched: Withholding = { ground: null, reason: "" };

export interface WithholdFormProps {
  readonly entryId: string;
  readonly failure: unknown;
  readonly onCancel: () => void;
  /** Something else stands there now than what was tried. */
  readonly onChange: () => void;
  /** Answers with what stood in the way. */
  readonly onSubmit: (decided: { readonly ground: WithholdingGroundJson; readonly reason: string }) => Promise<unknown>;
  readonly onDone: () => void;
}

/** On what ground of the law, and why: both are written down. */
export function WithholdForm({ entryId, failure, onCancel, onChange, onSubmit, onDone }: WithholdFormProps) {
  const t = useText();
  const edit = useEdit(withholdName(entryId), untouched, 0);
  const { ground, reason } = edit.value;
  const guard = useUnsavedGuard(edit.isDirty, { names: ["conversation", "patient"], onLeave: edit.forget });
  const required = t("field.required");
  const tooLong = reason.length > maxReason ? t("error.reason.too_long", { max: maxReason }) : undefined;
  const submit = async () => {
    if (!ground || (await onSubmit({ ground, reason }))) return;
    edit.forget();
    guard.release();
    onDone();
  };
  const cancel = () => {
    edit.forget();
    onCancel();
  };
  return (
    <>
      <RestoredDraftNotice edit={edit} />
      <Form
        actions={
          <Button kind="secondary" onPress={cancel}>
            {t("ui.cancel")}
          </Button>
        }
        brief
        failure={failure}
        fields={{ ground: t("accessLog.withhold.ground"), reason: t("accessLog.withhold.reason") }}
        onSubmit={submit}
        problems={{ ground: ground ? undefined : required, reason: reason.trim() ? tooLong : required }}
        submit={t("accessLog.withhold")}
      >
        {(field) => (
          <>
            <RadioGroup
              {...field("ground")}
              onChange={(next) => {
                edit.change({ ground: next });
                onChange();
              }}
              options={choices.map((id) => ({ id, label: t(groundTexts[id]) }))}
              value={ground}
            />
            <TextArea
              {...field("reason")}
              hint={t("accessLog.withhold.reason.hint")}
              onChange={(next) => {
                edit.change({ reason: next });
                onChange();
              }}
              rows={3}
              value={reason}
            />
          </>
        )}
      </Form>
      <UnsavedDialog guard={guard} />
    </>
  );
}
