import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { type ServiceContentJson, useIntent } from "@kajo/shared/rpc";
import { Button, ConfirmDialog, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { useArchiveServiceContentMutation, useRestoreServiceContentMutation } from "./api";

/** Puts a content away, or takes it back, after a question. */
export function Archiving({ content }: { readonly content: ServiceContentJson }) {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const [archive] = useArchiveServiceContentMutation();
  const [restore] = useRestoreServiceContentMutation();
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const { serviceContentId = "", archived = false, details } = content;
  const doing = archived ? "restore" : "archive";
  const send = async () => {
    setPending(true);
    const request = { serviceContentId };
    const { error } = await (archived ? restore : archive)({
      request,
      idempotencyKey: intent.keyFor({ doing, ...request }),
    });
    setPending(false);
    setAsking(false);
    if (error !== undefined) return toast("danger", failureLine(error));
    intent.settle();
    toast("success", t(archived ? "serviceContents.restored" : "serviceContents.archived"));
  };
  const label = t(archived ? "serviceContents.restore" : "serviceContents.archive");
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
        <p>
          {t(archived ? "serviceContents.restore.question" : "serviceContents.archive.question", {
            name: details?.name ?? "",
          })}
        </p>
      </ConfirmDialog>
    </>
  );
}
