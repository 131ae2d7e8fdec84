import { useText } from "@kajo/shared/i18n";
import { Button, Card, Spinner } from "@kajo/shared/ui";
import { ClipboardList } from "lucide-react";
import { lazy, Suspense, useState } from "react";

const AnsweredSurveys = lazy(async () => ({ default: (await import("./AnsweredSurveys")).AnsweredSurveys }));

interface SurveysOfConversationProps {
  readonly conversationId: string;
  readonly patientId: string;
}

/**
 * The way from a conversation to what its patient has answered, and back to it (SUR-04). Asked for once somebody wants to see it: each look is
 * logged.
 */
export function SurveysOfConversation(props: SurveysOfConversationProps) {
  const t = useText();
  const [isShown, setShown] = useState(false);
  return (
    <>
      <div>
        <Button aria-expanded={isShown} kind="quiet" onPress={() => setShown(!isShown)} small>
          <ClipboardList aria-hidden="true" size={16} /> {t("patientSurvey.ofConversation")}
        </Button>
      </div>
      {isShown ? (
        <Card>
          <h3>{t("patientSurvey.ofConversation")}</h3>
          <Suspense fallback={<Spinner />}>
            <AnsweredSurveys {...props} />
          </Suspense>
        </Card>
      ) : null}
    </>
  );
}
