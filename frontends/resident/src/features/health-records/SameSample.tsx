import { useLanguage, useText } from "@kajo/shared/i18n";
import type { LabResultJson } from "@kajo/shared/rpc";
import { Card } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import styles from "./HealthRecords.module.css";
import { LevelTag } from "./LevelTag";
import { measuredText } from "./words";

/** The other results of a sample, without those of which nothing is told. */
export function SameSample({ results }: { readonly results: readonly LabResultJson[] }) {
  const t = useText();
  const language = useLanguage();
  const told = results.filter(({ state }) => state !== "HEALTH_RECORD_STATE_WITHDRAWN");
  if (told.length === 0) return null;
  return (
    <Card>
      <h2 id="same-sample">{t("healthRecord.sameSample")}</h2>
      <ul aria-labelledby="same-sample" className={styles.others}>
        {told.map((result) => (
          <li className={styles.other} key={result.labResultId}>
            <Link params={{ labResultId: result.labResultId ?? "" }} to="/events/labresults/$labResultId">
              {result.name || t("healthRecord.labResult")}
            </Link>
            <span>{measuredText(language, result)}</span>
            <LevelTag level={result.level} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
