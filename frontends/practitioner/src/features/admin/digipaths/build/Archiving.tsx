import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { type PathJson, useIntent } from "@kajo/shared/rpc";
import { Button, ConfirmDialog, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { useArchivePathMutation, useRestorePathMutation } from "../api";

/** Puts a path away, or takes it back, after a question. */
export function Archiving({ path }: { readonly path: PathJson }) {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const [archive] = useArchivePathMutation();
  const [restore] = useRestorePathMutation();
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const { pathId = "", archived = false, details } = path;
  const doing = archived ? "restore" : "archive";
  const send = async () => {
    setPending(true);
    const request = { pathId };
    const { error } = await (archived ? restore : archive)({
      request,
      idempotencyKey: intent.keyFor({ doing, ...request }),
    });
    setPending(false);
    setAsking(false);
    if (error !== undefined) return toast("danger", failureLine(error));
    intent.settle();
    toast("success", t(archived ? "pathEditor.restored" : "pathEditor.archived"));
  };
  const label = t(archived ? "pathEditor.restore" : "pathEditor.archive");
  const name = details?.name?.fi || t("digipaths.unnamed");
  return (
    <>
      <Button kind="secondary" onPress={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        confirm={label}
        isOpen={isAsking}
        isPending={isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => void send()}
        title={label}
      >
        <p>{t(archived ? "pathEditor.restore.question" : "pathEditor.archive.question", { name })}</p>
      </ConfirmDialog>
    </>
  );
}
