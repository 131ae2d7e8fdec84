import { useText } from "@kajo/shared/i18n";
import { useDeed } from "@kajo/shared/patterns";
import { Button, useToast } from "@kajo/shared/ui";
import { useUnmarkDoneMutation } from "./api";

/** Takes back the mark: it was a mistake, or the matter goes on. */
export function UnmarkDone({ conversationId }: { readonly conversationId: string }) {
  const t = useText();
  const toast = useToast();
  const unmark = useDeed(useUnmarkDoneMutation());
  const undo = async () => {
    if (!(await unmark.run({ conversationId }))) return;
    toast("success", t("conversation.done.undone"));
    // The button goes with the mark.
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  };
  return (
    <Button isPending={unmark.isPending} kind="secondary" onPress={() => void undo()}>
      {t("conversation.done.undo")}
    </Button>
  );
}
