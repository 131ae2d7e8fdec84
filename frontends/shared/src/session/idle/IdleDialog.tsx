import { useText } from "../../i18n";
import { Button, Dialog, VisuallyHidden } from "../../ui";
import { minutesAndSeconds } from "./clock";
import styles from "./IdleDialog.module.css";

export interface IdleDialogProps {
  readonly secondsLeft: number;
  readonly busy: boolean;
  readonly onGoOn: () => void;
  readonly onSignOut: () => void;
}

/** The countdown: fetched ahead of its time, so that it also shows when the connection is gone by then. */
export function IdleDialog({ secondsLeft, busy, onGoOn, onSignOut }: IdleDialogProps) {
  const t = useText();
  return (
    <Dialog
      actions={
        <>
          <Button isPending={busy} kind="secondary" onPress={onSignOut}>
            {t("idle.signOut")}
          </Button>
          <Button onPress={onGoOn}>{t("idle.goOn")}</Button>
        </>
      }
      isOpen
      onClose={onGoOn}
      role="alertdialog"
      title={t("idle.title")}
    >
      <p>{t("idle.text")}</p>
      {/* Read out once a half minute: a screen reader that counts along says nothing else any more. */}
      <p aria-hidden="true" className={styles.left}>
        {t("idle.left", minutesAndSeconds(secondsLeft))}
      </p>
      <VisuallyHidden aria-live="polite" role="timer">
        {t("idle.left", minutesAndSeconds(Math.ceil(secondsLeft / 30) * 30))}
      </VisuallyHidden>
    </Dialog>
  );
}
