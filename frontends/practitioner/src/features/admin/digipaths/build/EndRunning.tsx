import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { type PathJson, useIntent } from "@kajo/shared/rpc";
import { Button, ConfirmDialog, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { useEndExecutionsOfPathMutation } from "../api";

/** Ends the path for every patient for whom it runs, after a question that says how many they are. */
export function EndRunning({ path }: { readonly path: PathJson }) {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const [end] = useEndExecutionsOfPathMutation();
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const { pathId = "", running } = path;
  const n = Number(running ?? 0);
  const send = async () => {
    setPending(true);
    const request = { pathId };
    const { data, error } = await end({ request, idempotencyKey: intent.keyFor(request) });
    setPending(false);
    setAsking(false);
    if (error !== undefined) return toast("danger", failureLine(error));
    intent.settle();
    toast("success", t("pathEditor.ended", { n: Number(data?.ended ?? 0) }));
  };
  if (n === 0 && !isAsking) return null;
  return (
    <>
      <Button kind="secondary" onPress={() => setAsking(true)}>
        {t("pathEditor.end")}
      </Button>
      <ConfirmDialog
        confirm={t("pathEditor.end")}
        danger
        isOpen={isAsking}
        isPending={isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => void send()}
        title={t("pathEditor.end")}
      >
        <p>{t("pathEditor.end.question", { n })}</p>
        <p>{t("pathEditor.end.stays")}</p>
      </ConfirmDialog>
    </>
  );
}
