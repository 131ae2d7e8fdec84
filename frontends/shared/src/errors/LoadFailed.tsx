import { useText } from "../i18n";
import { isSignedOut } from "../rpc/failure";
import { Banner, Button, Codes } from "../ui";
import { asFailure, useFailureText } from "./message";
import styles from "./pages.module.css";

export interface LoadFailedProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  /** What could not be fetched, when the words of the call do not fit here. */
  readonly failed?: string;
  /** Politely where another part of the page says at once that nothing can be loaded. */
  readonly announce?: "polite" | "alert";
}

/**
 * In place of what could not be fetched, with a way to try again. That the session is over is told above every page, with the way
 * to sign in again: here it would be the same once more.
 */
export function LoadFailed({ error, onRetry, failed, announce = "alert" }: LoadFailedProps) {
  const t = useText();
  const failureText = useFailureText();
  const failure = asFailure(error);
  if (isSignedOut(failure)) return null;
  const text = failureText(error, failed);
  return (
    <Banner
      action={
        <Button kind="secondary" onPress={onRetry} small>
          {t("errors.retry")}
        </Button>
      }
      announce={announce}
      tone="danger"
    >
      <span>{text}</span>
      {failure.traceId ? (
        <small className={styles.own}>
          <Codes>{t("errors.code", { code: failure.traceId })}</Codes>
        </small>
      ) : null}
    </Banner>
  );
}
