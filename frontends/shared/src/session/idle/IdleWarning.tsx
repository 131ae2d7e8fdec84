import { useText } from "../../i18n";
import { Button, CountdownDialog } from "../../ui";
import { useGetSessionQuery } from "../api";
import { useSignOut } from "../use-sign-in";
import { minutesAndSeconds } from "./clock";
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
  return (
    <CountdownDialog
      actions={
        <>
          <Button isPending={busy} kind="secondary" onPress={() => void signOut()}>
            {t("idle.signOut")}
          </Button>
          <Button onPress={goOn}>{t("idle.goOn")}</Button>
        </>
      }
      left={(seconds) => t("idle.left", minutesAndSeconds(seconds))}
      onClose={goOn}
      secondsLeft={secondsLeft}
      title={t("idle.title")}
    >
      <p>{t("idle.text")}</p>
    </CountdownDialog>
  );
}
