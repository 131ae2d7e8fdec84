import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { useIntent } from "@kajo/shared/rpc";
import { Banner, Button, ConfirmDialog, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { useShowToGuardiansMutation } from "./api";

export interface GuardiansSettingProps {
  readonly conversationId: string;
  /** Guardians see it now. */
  readonly isShown: boolean;
  /** A professional asks the teenager to let them see it. */
  readonly isAskedFor: boolean;
}

/** Whether guardians see a teenager's conversation: the teenager says so, at any time (IDN-09). */
export function GuardiansSetting({ conversationId, isShown, isAskedFor }: GuardiansSettingProps) {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const [asked, setAsked] = useState(false);
  const [show, { isLoading }] = useShowToGuardiansMutation();
  const confirm = async () => {
    const request = { conversationId, visible: !isShown };
    const answer = await show({ request, idempotencyKey: intent.keyFor(request) });
    setAsked(false);
    if ("error" in answer) {
      toast("danger", failureLine(answer.error));
      return;
    }
    intent.settle();
    toast("success", t(isShown ? "conversation.guardians.hidden" : "conversation.guardians.shown"));
  };
  const action = t(isShown ? "conversation.guardians.hide" : "conversation.guardians.show");
  return (
    <>
      <Banner
        action={
          <Button kind="secondary" onPress={() => setAsked(true)}>
            {action}
          </Button>
        }
        tone="info"
      >
        {isAskedFor ? <p>{t("conversation.guardians.asked")}</p> : null}
        <p>{t(isShown ? "conversation.guardians.see" : "conversation.guardians.seeNot")}</p>
      </Banner>
      <ConfirmDialog
        confirm={action}
        isOpen={asked}
        isPending={isLoading}
        onClose={() => setAsked(false)}
        onConfirm={() => void confirm()}
        title={action}
      >
        <p>{t(isShown ? "conversation.guardians.hide.text" : "conversation.guardians.show.text")}</p>
      </ConfirmDialog>
    </>
  );
}
