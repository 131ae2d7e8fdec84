import { useText } from "@kajo/shared/i18n";
import type { PatientJson } from "@kajo/shared/rpc";
import { Banner, Button, Card, Spinner } from "@kajo/shared/ui";
import { PenLine } from "lucide-react";
import { lazy, Suspense } from "react";
import { useInPlace } from "../../editing/use-in-place";
import { MessagingUnknown } from "../info/MessagingUnknown";
import { messagingBar } from "../info/messaging";

const WriteToPatient = lazy(async () => ({ default: (await import("./WriteToPatient")).WriteToPatient }));

/**
 * Messaging in patient context (CON-21): a form, or why the patient cannot be written to. Whoever writes already when the
 * consent ends keeps what they typed.
 */
export function PatientMessage({ patient }: { readonly patient: PatientJson }) {
  const t = useText();
  const { isOpen, open, close, button } = useInPlace();
  const reason = messagingBar(patient.messaging);
  return (
    <Card>
      <h3>{t("patient.message")}</h3>
      {reason ? (
        <Banner {...(isOpen ? { announce: "polite" as const } : {})} tone="warning">
          {t(reason)}
        </Banner>
      ) : null}
      <MessagingUnknown messaging={patient.messaging} />
      {isOpen ? (
        <Suspense fallback={<Spinner />}>
          <WriteToPatient onClose={close} patient={patient} />
        </Suspense>
      ) : null}
      {isOpen || reason ? null : (
        <div>
          <Button onPress={open} ref={button}>
            <PenLine aria-hidden="true" size={18} /> {t("patient.message.write")}
          </Button>
        </div>
      )}
    </Card>
  );
}
