import { useText } from "../../i18n";
import { Button, Dialog } from "../../ui";
import { useGetSessionQuery } from "../api";
import { useSignOut } from "../use-sign-in";
import { minutesAndSeconds } from "./clock";
import styles from "./IdleWarning.module.css";
import { noteIdleEnd } from "./last-end";
import { useIdle } from "./use-idle";

/** Warns before the session ends for want of use, and ends it when nobody answers. */
export function IdleWarning() {
  const t = useText();
  const { data: session } = useGetSessionQuery();
  const { signOut, busy } = useSignOut();
  const { secondsLeft, goOn } = useIdle(session !== undefined, () => {
    noteIdleEnd();
    void signOut();
  });
  if (secondsLeft === undefined) return null;
  const left = minutesAndSeconds(secondsLeft);
  return (
    <Dialog
      actions={
        <>
          <Button isPending={busy} kind="secondary" onPress={() => void signOut()}>
            {t("idle.signOut")}
          </Button>
          <Button onPress={goOn}>{t("idle.goOn")}</Button>
        </>
      }
      isOpen
      onClose={goOn}
      role="alertdialog"
      title={t("idle.title")}
    >
      <p>{t("idle.text")}</p>
      {/* Read out once a half minute: a screen reader that counts along says nothing else any more. */}
      <p aria-hidden="true" className={styles.left}>
        {t("idle.left", left)}
      </p>
      <p className={styles.spoken} role="timer" aria-live="polite">
        {t("idle.left", minutesAndSeconds(Math.ceil(secondsLeft / 30) * 30))}
      </p>
    </Dialog>
  );
}
