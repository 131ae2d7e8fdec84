import { useText } from "@kajo/shared/i18n";
import { Banner, Button, Card, Disclosure, Spinner } from "@kajo/shared/ui";
import { ClipboardList } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { useInPlace } from "../editing/use-in-place";
import { SurveyList } from "./SurveyList";

const ActivateSurvey = lazy(async () => ({ default: (await import("./ActivateSurvey")).ActivateSurvey }));

interface PatientSurveysProps {
  readonly patientId: string;
  /** The patient consents. */
  readonly mayBeGiven: boolean;
}

/** What a patient was asked to answer, what became of it, and a further survey for them (SUR-02). */
export function PatientSurveys({ patientId, mayBeGiven }: PatientSurveysProps) {
  const t = useText();
  const { isOpen, open, close, button } = useInPlace();
  const heading = useRef<HTMLHeadingElement>(null);
  /** Past ones are asked for once somebody wants to see them: each look is logged. */
  const [isPastShown, setPastShown] = useState(false);
  return (
    <Card>
      <h3 ref={heading} tabIndex={-1}>
        {t("patientSurvey.title")}
      </h3>
      <SurveyList past={false} patientId={patientId} rest={heading} />
      <Disclosure isOpen={isPastShown} level={4} onOpenChange={setPastShown} title={t("patientSurvey.past")}>
        {isPastShown ? <SurveyList past patientId={patientId} rest={heading} /> : null}
      </Disclosure>
      {mayBeGiven ? null : <Banner tone="warning">{t("patientSurvey.noConsent")}</Banner>}
      {isOpen ? (
        <Suspense fallback={<Spinner />}>
          <ActivateSurvey onClose={close} patientId={patientId} />
        </Suspense>
      ) : null}
      {isOpen || !mayBeGiven ? null : (
        <div>
          <Button onPress={open} ref={button}>
            <ClipboardList aria-hidden="true" size={18} /> {t("patientSurvey.activate")}
          </Button>
        </div>
      )}
    </Card>
  );
}
