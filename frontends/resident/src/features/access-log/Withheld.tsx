import { dayText, useLanguage, useText } from "@kajo/shared/i18n";
import { known, type WithheldEntryJson, type WithholdingGroundJson } from "@kajo/shared/rpc";
import { Card } from "@kajo/shared/ui";
import styles from "./AccessLogPage.module.css";

const grounds = {
  WITHHOLDING_GROUND_UNSPECIFIED: "accessLog.withheld.unknown",
  WITHHOLDING_GROUND_HEALTH: "accessLog.withheld.health",
  WITHHOLDING_GROUND_RIGHTS_OF_OTHERS: "accessLog.withheld.rights",
} as const satisfies Record<WithholdingGroundJson, string>;

/** That entries are withheld, on what ground of the law, and what one can do: not what they say, nor where they would stand. */
export function Withheld({ entries }: { readonly entries: readonly WithheldEntryJson[] }) {
  const t = useText();
  const language = useLanguage();
  if (entries.length === 0) return null;
  return (
    <Card>
      <h2 className={styles.title}>{t("accessLog.withheld", { n: entries.length })}</h2>
      <ul className={styles.withheld}>
        {entries.map(({ ground, decidedAt = "" }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else to be told apart by, and do not change
          <li key={index}>
            <p>{t(known(grounds, ground ?? "WITHHOLDING_GROUND_UNSPECIFIED") ?? "accessLog.ground.other")}</p>
            <p className={styles.where}>
              {t("accessLog.withheld.decided", { day: dayText(language, new Date(decidedAt)) })}
            </p>
          </li>
        ))}
      </ul>
      <p>{t("accessLog.withheld.rights.text")}</p>
    </Card>
  );
}
