import { useLanguage, useText } from "@kajo/shared/i18n";
import type { LabResultJson } from "@kajo/shared/rpc";
import { Card } from "@kajo/shared/ui";
import { Facts } from "./Facts";
import styles from "./HealthRecords.module.css";
import { LevelTag } from "./LevelTag";
import { levelOf } from "./levels";
import { takenText, useReferenceText, valueText } from "./words";

/** What was measured, how it lies beside its reference values, and what the laboratory says of it. */
export function Value({ result }: { readonly result: LabResultJson }) {
  const t = useText();
  const language = useLanguage();
  const referenceText = useReferenceText();
  const { value = "", unit = "", level, performer = "", comment = "" } = result;
  const taken = takenText(language, result);
  return (
    <Card>
      {value ? (
        <p className={styles.value}>
          <span>{valueText(language, value)}</span> {unit ? <span className={styles.unit}>{unit}</span> : null}
        </p>
      ) : (
        <p>{t("healthRecord.value.none")}</p>
      )}
      {levelOf(level) ? (
        <p>
          <LevelTag level={level} />
        </p>
      ) : null}
      <p>{referenceText(result) || t("healthRecord.reference.none")}</p>
      {taken ? <p>{t("healthRecord.taken", { time: taken })}</p> : null}
      <Facts
        facts={[
          [t("healthRecord.laboratory"), performer],
          [t("healthRecord.comment"), comment],
        ]}
      />
    </Card>
  );
}
