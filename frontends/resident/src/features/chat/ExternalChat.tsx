import { asFailure, useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Banner, Button } from "@kajo/shared/ui";
import { useOpenExternalChatMutation } from "./api";
import styles from "./Chat.module.css";

export interface ExternalChatProps {
  readonly chatQueueId: string;
  readonly isOpen: boolean;
  /** Id of the element that names the queue. */
  readonly named: string;
  /** It has shut before one could go there. */
  readonly onClosed: () => void;
}

const isOfClosed = (error: unknown) => asFailure(error).reason === "chat_queue_closed";

/** The way to a queue at another provider of chat, whom we do not tell who goes there (CHA-11). */
export function ExternalChat({ chatQueueId, isOpen, named, onClosed }: ExternalChatProps) {
  const t = useText();
  const failureLine = useFailureLine();
  const [open, { isLoading, error }] = useOpenExternalChatMutation();
  const go = async () => {
    const answer = await open({ chatQueueId });
    if (answer.data?.url) window.location.assign(answer.data.url);
    else if (isOfClosed(answer.error)) onClosed();
  };
  return (
    <>
      <p className={styles.quiet}>{t("chat.external")}</p>
      {error && !(isOpen && isOfClosed(error)) ? (
        <Banner announce="alert" tone="danger">
          {failureLine(error)}
        </Banner>
      ) : null}
      {isOpen ? (
        <div>
          <Button aria-describedby={named} isPending={isLoading} onPress={() => void go()}>
            {t("chat.go")}
          </Button>
        </div>
      ) : null}
    </>
  );
}
