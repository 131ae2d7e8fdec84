import { useLazyPart } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Button } from "@kajo/shared/ui";

export function MarkDone({ conversationId }: { readonly conversationId: string }) {
  const t = useText();
  const { part, ask, close } = useLazyPart(() => import("./MarkDoneDialog"));
  return (
    <>
      <Button kind="secondary" onPress={ask}>
        {t("conversation.done")}
      </Button>
      {part ? <part.MarkDoneDialog conversationId={conversationId} onClose={close} /> : null}
    </>
  );
}
