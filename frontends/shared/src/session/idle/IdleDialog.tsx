import { useText } from "../../i18n";
import { Button, CountdownDialog } from "../../ui";
import { isUnkept } from "../activity";
import { minutesAndSeconds } from "./clock";

export interface IdleDialogProps {
  readonly secondsLeft: number;
  readonly busy: boolean;
  readonly onGoOn: () => void;
  readonly onSignOut: () => void;
}

/** Fetched ahead of its time, so that it also shows when the connection is gone by then. */
export function IdleDialog({ secondsLeft, busy, onGoOn, onSignOut }: IdleDialogProps) {
  const t = useText();
  return (
    <CountdownDialog
      actions={
        <>
          {/* The first button has the focus: a key pressed to wake the screen must lose nothing. */}
          <Button onPress={onGoOn}>{t("idle.goOn")}</Button>
          <Button isPending={busy} kind="secondary" onPress={onSignOut}>
            {t("idle.signOut")}
          </Button>
        </>
      }
      left={(seconds) => t("idle.left", minutesAndSeconds(seconds))}
      onClose={onGoOn}
      secondsLeft={secondsLeft}
      title={t("idle.title")}
    >
      <p>{t(isUnkept() ? "idle.text.unkept" : "idle.text")}</p>
    </CountdownDialog>
  );
}
