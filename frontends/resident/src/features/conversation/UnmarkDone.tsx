import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { useIntent } from "@kajo/shared/rpc";
import { Button, useToast } from "@kajo/shared/ui";
import { useUnmarkDoneMutation } from "./api";

/** Takes back the mark: it was a mistake, or the matter goes on. */
export function UnmarkDone({ conversationId }: { readonly conversationId: string }) {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const [unmark, { isLoading }] = useUnmarkDoneMutation();
  const undo = async () => {
    const request = { conversationId };
    const answer = await unmark({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) {
      toast("danger", failureLine(answer.error));
    } else {
      intent.settle();
      toast("success", t("conversation.done.undone"));
      // The button goes with the mark.
      document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
    }
  };
  return (
    <Button isPending={isLoading} kind="secondary" onPress={() => void undo()}>
      {t("conversation.done.undo")}
    </Button>
  );
}
