import { LoadFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Button, Card, Skeleton, Spinner } from "@kajo/shared/ui";
import { CalendarPlus } from "lucide-react";
import { lazy, Suspense } from "react";
import { useInPlace } from "../editing/use-in-place";
import { useListRecommendationsOfPatientQuery } from "./api";
import styles from "./Recommendations.module.css";
import { Recommended } from "./Recommended";

const Recommend = lazy(async () => ({ default: (await import("./Recommend")).Recommend }));

/** What was recommended to a patient to book, and a further recommendation (SCH-05). */
export function PatientRecommendations({ patientId }: { readonly patientId: string }) {
  const t = useText();
  const { isOpen, open, close, button } = useInPlace();
  return (
    <Card>
      <h3>{t("recommendation.title")}</h3>
      <Given patientId={patientId} />
      {isOpen ? (
        <Suspense fallback={<Spinner />}>
          <Recommend onClose={close} patientId={patientId} />
        </Suspense>
      ) : (
        <div>
          <Button onPress={open} ref={button}>
            <CalendarPlus aria-hidden="true" size={18} /> {t("recommendation.activate")}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Given({ patientId }: { readonly patientId: string }) {
  const t = useText();
  const { data, error, refetch } = useListRecommendationsOfPatientQuery({ patientId });
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={1} />;
  const { recommendations = [] } = data;
  if (recommendations.length === 0) return <p>{t("recommendation.none")}</p>;
  return (
    <ul aria-label={t("recommendation.title")} className={styles.list}>
      {recommendations.map((recommendation) => (
        <li className={styles.one} key={recommendation.recommendationId}>
          <Recommended recommendation={recommendation} />
        </li>
      ))}
    </ul>
  );
}
