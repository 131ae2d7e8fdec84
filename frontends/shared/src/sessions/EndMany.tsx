import { useState } from "react";
import { useFailureLine } from "../errors";
import { useText } from "../i18n";
import { useSignOut } from "../session";
import { Button, ConfirmDialog, useToast } from "../ui";
import { useEndMyOtherSessionsMutation } from "./api";
import { EndDialog } from "./EndDialog";
import styles from "./Sessions.module.css";
import { useEnding } from "./use-ending";

/** All other devices at once, or this one as well. */
export function EndMany() {
  const t = useText();
  const [end] = useEndMyOtherSessionsMutation();
  const others = useEnding(end, {}, (answer) => t("sessions.others.ended", { n: answer?.ended ?? 0 }));
  return (
    <div className={styles.many}>
      <Button onPress={others.ask}>{t("sessions.others")}</Button>
      <EndDialog ending={others} title={t("sessions.others.title")}>
        {t("sessions.others.text")}
      </EndDialog>
      <Everywhere />
    </div>
  );
}

function Everywhere() {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const [isAsking, setAsking] = useState(false);
  const { signOut, busy } = useSignOut();
  const confirm = async () => {
    const failure = await signOut({ everywhere: true });
    setAsking(false);
    if (failure) toast("danger", failureLine(failure));
  };
  return (
    <>
      <Button kind="secondary" onPress={() => setAsking(true)}>
        {t("sessions.everywhere")}
      </Button>
      <ConfirmDialog
        confirm={t("sessions.everywhere")}
        danger
        isOpen={isAsking}
        isPending={busy}
        onClose={() => setAsking(false)}
        onConfirm={() => void confirm()}
        title={t("sessions.everywhere.title")}
      >
        <p>{t("sessions.everywhere.text")}</p>
      </ConfirmDialog>
    </>
  );
}
