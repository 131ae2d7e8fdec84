import { PartBoundary } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Spinner } from "@kajo/shared/ui";
import { lazy, Suspense, useState } from "react";
import styles from "./SentFormDisclosure.module.css";

const SentForm = lazy(async () => ({ default: (await import("./SentForm")).SentForm }));

/** Above the thread about a form, for whoever wants to read once more what was sent: fetched when they do. */
export function SentFormDisclosure({ formResponseId }: { readonly formResponseId: string }) {
  const t = useText();
  const [isAsked, setAsked] = useState(false);
  return (
    <details className={styles.form} onToggle={() => setAsked(true)}>
      <summary>
        <h2>{t("application.own")}</h2>
      </summary>
      {isAsked ? (
        <PartBoundary>
          <Suspense fallback={<Spinner />}>
            <SentForm formResponseId={formResponseId} />
          </Suspense>
        </PartBoundary>
      ) : null}
    </details>
  );
}
