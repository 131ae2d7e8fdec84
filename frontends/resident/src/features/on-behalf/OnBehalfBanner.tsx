import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { useCloseOnBehalf } from "@kajo/shared/session";
import { Button } from "@kajo/shared/ui";
import { Users } from "lucide-react";
import styles from "./OnBehalfBanner.module.css";

/** On every screen while somebody acts on behalf of another person (IDN-07): for whom, and the way back. */
export function OnBehalfBanner({ name }: { readonly name: string }) {
  const t = useText();
  const failureLine = useFailureLine();
  const { close, busy, failure } = useCloseOnBehalf();
  return (
    <section aria-label={t("onBehalf.bannerLabel")} className={styles.banner}>
      <p className={styles.text}>
        <Users aria-hidden="true" className={styles.icon} size={20} />
        <strong>{t("onBehalf.banner", { name })}</strong>
      </p>
      <Button isPending={busy} kind="secondary" onPress={() => void close()}>
        {t("onBehalf.stop")}
      </Button>
      {failure ? (
        <p className={styles.failure} role="alert">
          {failureLine(failure)}
        </p>
      ) : null}
    </section>
  );
}
