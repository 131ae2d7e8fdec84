import { useText } from "@kajo/shared/i18n";
import { Banner, Button, Card, Disclosure } from "@kajo/shared/ui";
import { Route } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { ActivatedPath } from "./ActivatedPath";
import { PathList } from "./PathList";

const ActivatePath = lazy(async () => ({ default: (await import("./ActivatePath")).ActivatePath }));

interface PatientPathsProps {
  readonly patientId: string;
  /** The patient consents. */
  readonly mayBeGiven: boolean;
}

/** Digital paths of a patient: those that run and where each stands, past ones, and a further one for them (DIG-07, DIG-10). */
export function PatientPaths({ patientId, mayBeGiven }: PatientPathsProps) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isActivating, setActivating] = useState(false);
  /** The one that was activated last, as long as the page is shown. */
  const [activated, setActivated] = useState<string>();
  /** Past ones are asked for once somebody wants to see them: each look is logged. */
  const [isPastShown, setPastShown] = useState(false);
  return (
    <Card>
      <h3 ref={heading} tabIndex={-1}>
        {t("patientPath.title")}
      </h3>
      <div role="status">
        {activated ? <ActivatedPath executionId={activated} key={activated} patientId={patientId} /> : null}
      </div>
      <PathList past={false} patientId={patientId} rest={heading} />
      <Disclosure isOpen={isPastShown} level={4} onOpenChange={setPastShown} title={t("patientPath.past")}>
        {isPastShown ? <PathList past patientId={patientId} rest={heading} /> : null}
      </Disclosure>
      {mayBeGiven ? (
        <div>
          <Button onPress={() => setActivating(true)}>
            <Route aria-hidden="true" size={18} /> {t("patientPath.activate")}
          </Button>
        </div>
      ) : (
        <Banner tone="warning">{t("patientPath.noConsent")}</Banner>
      )}
      {isActivating ? (
        <Suspense>
          <ActivatePath onActivated={setActivated} onClose={() => setActivating(false)} patientId={patientId} />
        </Suspense>
      ) : null}
    </Card>
  );
}
