import { useFailureText } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { RpcFailure } from "@kajo/shared/rpc";
import { Banner, Button } from "@kajo/shared/ui";
import { useState } from "react";

export interface OverProps {
  readonly failure: RpcFailure;
  /** Begins another sitting, with the answers of this one. */
  readonly onAgain: () => Promise<void>;
}

/** Nothing more can be sent in this sitting: it took too long, or other answers have been sent in it. What was answered stays below. */
export function Over({ failure, onAgain }: OverProps) {
  const t = useText();
  const failureText = useFailureText();
  const [isPending, setPending] = useState(false);
  const isSent = failure.reason === "already_answered";
  const press = async () => {
    setPending(true);
    await onAgain();
    setPending(false);
  };
  return (
    <Banner
      action={
        <Button isPending={isPending} kind="secondary" onPress={() => void press()}>
          {isSent ? t("publicForm.again") : t("publicForm.restart")}
        </Button>
      }
      announce="alert"
      tone="warning"
    >
      <p>{isSent ? t("publicForm.sentAlready") : failureText(failure)}</p>
      <p>{t("publicForm.keptHere")}</p>
    </Banner>
  );
}
