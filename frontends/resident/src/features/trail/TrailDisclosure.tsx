import { useText } from "@kajo/shared/i18n";
import { Spinner } from "@kajo/shared/ui";
import { lazy, Suspense, useState } from "react";
import type { TrailProps } from "./Trail";
import styles from "./TrailDisclosure.module.css";

const Trail = lazy(async () => ({ default: (await import("./Trail")).Trail }));

/** Below a thread, for whoever asks what has become of what they sent: fetched when they do. */
export function TrailDisclosure({ conversation }: TrailProps) {
  const t = useText();
  const [isAsked, setAsked] = useState(false);
  // About a form or a task there is a conversation before anybody has written.
  if (!conversation.thread?.some(({ message }) => message?.authorKind === "PARTICIPANT_KIND_RESIDENT")) return null;
  return (
    <details className={styles.trail} onToggle={() => setAsked(true)}>
      <summary>
        <h2>{t("trail.title")}</h2>
      </summary>
      {isAsked ? (
        <Suspense fallback={<Spinner />}>
          <Trail conversation={conversation} />
        </Suspense>
      ) : null}
    </details>
  );
}
