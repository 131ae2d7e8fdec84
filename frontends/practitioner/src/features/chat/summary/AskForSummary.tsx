import { useText } from "@kajo/shared/i18n";
import { useDeed } from "@kajo/shared/patterns";
import { Button, Stack } from "@kajo/shared/ui";
import { useId } from "react";
import { useRequestChatSummaryMutation } from "../api";
import styles from "./Summary.module.css";

interface AskForSummaryProps {
  readonly chatId: string;
  readonly label: "chatSummary.create" | "chatSummary.again" | "errors.retry";
  readonly isFetching: boolean;
}

/** Has a summary made, and says beforehand where the messages go. */
export function AskForSummary({ chatId, label, isFetching }: AskForSummaryProps) {
  const t = useText();
  const aboutId = useId();
  const ask = useDeed(useRequestChatSummaryMutation());
  return (
    <Stack gap="s">
      <p className={styles.quiet} id={aboutId}>
        {t("chatSummary.about")}
      </p>
      <div>
        <Button
          aria-describedby={aboutId}
          isPending={ask.isPending || isFetching}
          kind="secondary"
          onPress={() => void ask.run({ chatId })}
        >
          {t(label)}
        </Button>
      </div>
    </Stack>
  );
}
