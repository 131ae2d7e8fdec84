import { useText } from "@kajo/shared/i18n";
import type { GroundJson } from "@kajo/shared/rpc";
import { Button, Dialog, RadioGroup } from "@kajo/shared/ui";
import { useState } from "react";

const grounds = [
  ["GROUND_CARE", "patient.ground.care"],
  ["GROUND_CLIENT_WORK", "patient.ground.clientWork"],
  ["GROUND_CALL", "patient.ground.call"],
  ["GROUND_CONSULTATION", "patient.ground.consultation"],
] as const satisfies readonly (readonly [GroundJson, string])[];

interface GroundDialogProps {
  /** On the button; to look somebody up when left out. */
  readonly confirm?: string;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (ground: GroundJson) => void;
}

/** The confirmation of a care relationship: why one may look, which the patient can read. */
export function GroundDialog({ confirm, isPending, onClose, onConfirm }: GroundDialogProps) {
  const t = useText();
  const [ground, setGround] = useState<(typeof grounds)[number][0] | null>(null);
  const [tried, setTried] = useState(false);
  return (
    <Dialog
      actions={
        <>
          <Button kind="secondary" onPress={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button
            isPending={isPending}
            onPress={() => {
              setTried(true);
              if (ground) onConfirm(ground);
              else document.getElementsByName("ground")[0]?.focus();
            }}
          >
            {confirm ?? t("patient.ground.confirm")}
          </Button>
        </>
      }
      isOpen
      onClose={onClose}
      role="alertdialog"
      title={t("patient.ground.title")}
    >
      <p>{t("patient.ground.text")}</p>
      <RadioGroup
        error={tried && !ground ? t("patient.ground.required") : undefined}
        label={t("patient.ground.label")}
        name="ground"
        onChange={setGround}
        options={grounds.map(([id, label]) => ({ id, label: t(label) }))}
        value={ground}
      />
    </Dialog>
  );
}
