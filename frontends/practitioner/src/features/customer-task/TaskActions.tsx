import { titleOf } from "@kajo/shared/customer-task";
import { useFailureLine } from "@kajo/shared/errors";
import { useLanguage, useText } from "@kajo/shared/i18n";
import { type CustomerTaskJson, useIntent } from "@kajo/shared/rpc";
import { Button, ConfirmDialog, Row, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { useMarkDoneForPatientMutation, useWithdrawCustomerTaskMutation } from "./api";

type Asked = "done" | "withdraw";

const words = {
  done: ["customerTask.markDone", "customerTask.markDone.text", "customerTask.markDone.told"],
  withdraw: ["customerTask.withdraw", "customerTask.withdraw.text", "customerTask.withdraw.told"],
} as const satisfies Record<Asked, readonly string[]>;

/** Neither can be taken back: both are asked about. */
export function TaskActions({ task }: { readonly task: CustomerTaskJson }) {
  const t = useText();
  const language = useLanguage();
  const toast = useToast();
  const intent = useIntent();
  const failureLine = useFailureLine();
  const [asked, setAsked] = useState<Asked>();
  const [markDone, done] = useMarkDoneForPatientMutation();
  const [withdraw, withdrawn] = useWithdrawCustomerTaskMutation();
  if (!task.mayMarkDone && !task.mayWithdraw) return null;
  const confirm = async (what: Asked) => {
    const request = { customerTaskId: task.customerTaskId ?? "" };
    const command = { request, idempotencyKey: intent.keyFor({ what, ...request }) };
    const answer = what === "done" ? await markDone(command) : await withdraw(command);
    setAsked(undefined);
    if ("error" in answer) {
      toast("danger", failureLine(answer.error));
      return;
    }
    intent.settle();
    toast("success", t(words[what][2]));
  };
  return (
    <>
      <Row>
        {task.mayMarkDone ? (
          <Button kind="secondary" onPress={() => setAsked("done")} small>
            {t("customerTask.markDone")}
          </Button>
        ) : null}
        {task.mayWithdraw ? (
          <Button kind="quiet" onPress={() => setAsked("withdraw")} small>
            {t("customerTask.withdraw")}
          </Button>
        ) : null}
      </Row>
      {asked ? (
        <ConfirmDialog
          confirm={t(words[asked][0])}
          danger={asked === "withdraw"}
          isOpen
          isPending={done.isLoading || withdrawn.isLoading}
          onClose={() => setAsked(undefined)}
          onConfirm={() => void confirm(asked)}
          title={t(words[asked][0])}
        >
          <p>{t(words[asked][1], { title: titleOf(language, task).words })}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
