import { useText } from "@kajo/shared/i18n";
import { Form } from "@kajo/shared/patterns";
import type { WithholdingGroundJson } from "@kajo/shared/rpc";
import { Button, RadioGroup, TextArea } from "@kajo/shared/ui";
import { useState } from "react";

export const groundTexts = {
  WITHHOLDING_GROUND_UNSPECIFIED: "accessLog.withhold.ground",
  WITHHOLDING_GROUND_HEALTH: "accessLog.withhold.health",
  WITHHOLDING_GROUND_RIGHTS_OF_OTHERS: "accessLog.withhold.rights",
} as const satisfies Record<WithholdingGroundJson, string>;

const choices = ["WITHHOLDING_GROUND_HEALTH", "WITHHOLDING_GROUND_RIGHTS_OF_OTHERS"] as const;

/** As long as the contract takes it. */
const maxReason = 2000;

export interface WithholdFormProps {
  readonly failure: unknown;
  readonly onCancel: () => void;
  /** Something else stands there now than what was tried. */
  readonly onChange: () => void;
  readonly onSubmit: (decided: { readonly ground: WithholdingGroundJson; readonly reason: string }) => Promise<void>;
}

/** On what ground of the law, and why: both are written down. */
export function WithholdForm({ failure, onCancel, onChange, onSubmit }: WithholdFormProps) {
  const t = useText();
  const [ground, setGround] = useState<(typeof choices)[number] | null>(null);
  const [reason, setReason] = useState("");
  const required = t("field.required");
  const tooLong = reason.length > maxReason ? t("error.reason.too_long", { max: maxReason }) : undefined;
  return (
    <Form
      actions={
        <Button kind="secondary" onPress={onCancel}>
          {t("ui.cancel")}
        </Button>
      }
      brief
      failure={failure}
      fields={{ ground: t("accessLog.withhold.ground"), reason: t("accessLog.withhold.reason") }}
      onSubmit={() => (ground ? onSubmit({ ground, reason }) : undefined)}
      problems={{ ground: ground ? undefined : required, reason: reason.trim() ? tooLong : required }}
      submit={t("accessLog.withhold")}
    >
      {(field) => (
        <>
          <RadioGroup
            {...field("ground")}
            onChange={(next) => {
              setGround(next);
              onChange();
            }}
            options={choices.map((id) => ({ id, label: t(groundTexts[id]) }))}
            value={ground}
          />
          <TextArea
            {...field("reason")}
            hint={t("accessLog.withhold.reason.hint")}
            onChange={(next) => {
              setReason(next);
              onChange();
            }}
            rows={3}
            value={reason}
          />
        </>
      )}
    </Form>
  );
}
