import { useInviteToCallMutation } from "@kajo/shared/call";
import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { useIntent } from "@kajo/shared/rpc";
import { Button, useToast } from "@kajo/shared/ui";

export interface InviteButtonProps {
  readonly chatId: string;
  readonly onInvited: (callId: string) => void;
}

/** Invites the customer to meet by video. */
export function InviteButton({ chatId, onInvited }: InviteButtonProps) {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const [invite, { isLoading }] = useInviteToCallMutation();
  const press = async () => {
    const request = { chatId };
    const answer = await invite({ request, idempotencyKey: intent.keyFor(request) });
    if (answer.error) return toast("danger", failureLine(answer.error));
    intent.settle();
    onInvited(answer.data.callId ?? "");
  };
  return (
    <Button isPending={isLoading} kind="secondary" onPress={() => void press()}>
      {t("chatWork.call.invite")}
    </Button>
  );
}
