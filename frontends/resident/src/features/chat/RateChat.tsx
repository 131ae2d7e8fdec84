import { useText } from "@kajo/shared/i18n";
import { useDeed } from "@kajo/shared/patterns";
import type { ChatRatingJson } from "@kajo/shared/rpc";
import { Button, Row } from "@kajo/shared/ui";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import styles from "./RateChat.module.css";
import { useRateChatMutation } from "./rate-api";

export interface RateChatProps {
  readonly chatId: string;
  /** What was said before. */
  readonly rating: ChatRatingJson | undefined;
}

/** Asks once how a chat was (CHA-08), and says thanks. */
export function RateChat({ chatId, rating }: RateChatProps) {
  const t = useText();
  const question = useId();
  const thanks = useRef<HTMLParagraphElement>(null);
  const mutation = useRateChatMutation();
  const rate = useDeed(mutation);
  const { isUninitialized, isSuccess, originalArgs } = mutation[1];
  const said = isSuccess ? originalArgs?.request.rating : rating;
  const isSaid = said === "CHAT_RATING_GOOD" || said === "CHAT_RATING_POOR";
  useEffect(() => {
    // The button that was pressed has gone, also where it was rated in another window.
    if (isUninitialized || !isSaid) return;
    if (document.activeElement === document.body) thanks.current?.focus({ preventScroll: true });
  }, [isUninitialized, isSaid]);
  const say = (chosen: ChatRatingJson) => rate.run({ chatId, rating: chosen });
  return (
    <section aria-labelledby={question} className={styles.rate}>
      <h2 id={question}>{t("chat.rate")}</h2>
      {isSaid ? (
        <p className={styles.thanks} ref={thanks} tabIndex={-1}>
          {said === "CHAT_RATING_GOOD" ? <ThumbsUp aria-hidden="true" /> : <ThumbsDown aria-hidden="true" />}
          <span>
            {t("chat.rate.thanks", {
              answer: t(said === "CHAT_RATING_GOOD" ? "chat.rate.good" : "chat.rate.poor"),
            })}
          </span>
        </p>
      ) : (
        <>
          <p>{t("chat.rate.about")}</p>
          <Row>
            <Button
              aria-describedby={question}
              isPending={rate.isPending}
              kind="secondary"
              onPress={() => void say("CHAT_RATING_GOOD")}
            >
              <ThumbsUp aria-hidden="true" size={20} />
              {t("chat.rate.good")}
            </Button>
            <Button
              aria-describedby={question}
              isPending={rate.isPending}
              kind="secondary"
              onPress={() => void say("CHAT_RATING_POOR")}
            >
              <ThumbsDown aria-hidden="true" size={20} />
              {t("chat.rate.poor")}
            </Button>
          </Row>
        </>
      )}
    </section>
  );
}
