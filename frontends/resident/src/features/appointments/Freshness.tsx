import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import type { FreshnessJson } from "@kajo/shared/rpc";
import { Banner, Button } from "@kajo/shared/ui";
import styles from "./Booking.module.css";

export interface FreshnessProps {
  readonly freshness: FreshnessJson | undefined;
  readonly onRetry: () => void;
}

/** How old the times are that another system has, and whether it answers. Of our own there is nothing to say. */
export function Freshness({ freshness, onRetry }: FreshnessProps) {
  const t = useText();
  const language = useLanguage();
  const asOf = freshness?.asOf ? dateTimeText(language, new Date(freshness.asOf)) : undefined;
  if (freshness?.away) {
    return (
      <Banner
        action={
          <Button kind="secondary" onPress={onRetry} small>
            {t("errors.retry")}
          </Button>
        }
        announce="polite"
        tone="warning"
      >
        {asOf ? t("booking.away.since", { when: asOf }) : t("booking.away")}
      </Banner>
    );
  }
  if (!asOf) return null;
  return (
    <p className={styles.about}>
      {t(freshness?.refreshing ? "booking.asOf.refreshing" : "booking.asOf", { when: asOf })}
    </p>
  );
}
