import { useText } from "@kajo/shared/i18n";
import { Button } from "@kajo/shared/ui";
import { lazy, Suspense, useState } from "react";

const MarkDoneDialog = lazy(async () => ({ default: (await import("./MarkDoneDialog")).MarkDoneDialog }));

export function MarkDone({ conversationId }: { readonly conversationId: string }) {
  const t = useText();
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button kind="secondary" onPress={() => setAsked(true)}>
        {t("conversation.done")}
      </Button>
      {asked ? (
        <Suspense>
          <MarkDoneDialog conversationId={conversationId} onClose={() => setAsked(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
