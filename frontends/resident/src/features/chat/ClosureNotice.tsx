import { useWhenText } from "@kajo/shared/chat-queue";
import { Localized, useText } from "@kajo/shared/i18n";
import type { ChatQueueStandingJson } from "@kajo/shared/rpc";
import { Banner } from "@kajo/shared/ui";
import styles from "./Chat.module.css";

/** Why a queue is closed for now, and until when, where that is not when it opens. */
export function ClosureNotice({ standing }: { readonly standing: ChatQueueStandingJson }) {
  const t = useText();
  const whenText = useWhenText();
  const { state, closure, opensAt } = standing;
  if (state !== "CHAT_QUEUE_STATE_TEMPORARILY_CLOSED" || !closure) return null;
  const { text, until } = closure;
  return (
    <Banner tone="warning">
      <span className={styles.words}>
        <Localized text={text} />
      </span>
      {until && until !== opensAt ? <p>{t("chat.closedUntil", { when: whenText(new Date(until)) })}</p> : null}
    </Banner>
  );
}
