import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { ConfirmDialog, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import type { RolledBack } from "../../publication/use-roll-back";

interface RollBackDialogProps {
  /** Which one is asked for; undefined: none. */
  readonly version: number | undefined;
  readonly inForce: number;
  /** What is not saved goes with it. */
  readonly isDirty: boolean;
  readonly rollBack: (publishedVersion: number) => Promise<RolledBack>;
  readonly onClose: () => void;
}

/** Puts an earlier version in force after a question; the one in force in place of a draft. */
export function RollBackDialog({ version, inForce, isDirty, rollBack, onClose }: RollBackDialogProps) {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const [isPending, setPending] = useState(false);
  const isDrop = version === inForce;
  const send = async () => {
    if (version === undefined) return;
    setPending(true);
    const { error, becameDraft } = await rollBack(version);
    setPending(false);
    onClose();
    if (error !== undefined) return toast("danger", failureLine(error));
    if (becameDraft) toast("info", t("pathEditor.rollBack.becameDraft"));
    else toast("success", t(isDrop ? "pathEditor.dropDraft.done" : "pathEditor.rollBack.done"));
  };
  const label = t(isDrop ? "pathEditor.dropDraft" : "pathEditor.rollBack");
  return (
    <ConfirmDialog
      confirm={label}
      danger={isDrop || isDirty}
      isOpen={version !== undefined}
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => void send()}
      title={label}
    >
      <p>
        {isDrop ? t("pathEditor.dropDraft.question") : t("pathEditor.rollBack.question", { version: version ?? 0 })}
      </p>
      {isDirty ? <p>{t("pathEditor.rollBack.unsaved")}</p> : null}
    </ConfirmDialog>
  );
}
