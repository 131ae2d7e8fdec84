import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import { useIntent } from "@kajo/shared/rpc";
import { ConfirmDialog, useToast } from "@kajo/shared/ui";
import { useAcknowledgeCancellationMutation, useGetCalendarAppointmentQuery } from "./api";
import styles from "./Calendar.module.css";

interface AcknowledgeDialogProps {
  readonly appointmentId: string;
  readonly onClose: () => void;
}

/** Shows why an appointment was cancelled, and takes note of it for everybody. */
export function AcknowledgeDialog({ appointmentId, onClose }: AcknowledgeDialogProps) {
  const t = useText();
  const toast = useToast();
  const intent = useIntent();
  const failureLine = useFailureLine();
  const query = useGetCalendarAppointmentQuery({ appointmentId });
  const [acknowledge, { isLoading }] = useAcknowledgeCancellationMutation();
  const confirm = async () => {
    const request = { appointmentId };
    const { error } = await acknowledge({ request, idempotencyKey: intent.keyFor(request) });
    onClose();
    if (error !== undefined) return toast("danger", failureLine(error));
    intent.settle();
    toast("success", t("calendar.remote.acknowledged"));
  };
  return (
    <ConfirmDialog
      confirm={t("calendar.remote.acknowledge")}
      isOpen
      // Nobody takes note of what they have not read.
      isPending={isLoading || query.data === undefined}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={t("calendar.remote.acknowledge.title")}
    >
      <QueryView query={query}>
        {({ appointment }) => (
          <dl className={styles.facts}>
            <div className={styles.fact}>
              <dt>{t("calendar.cancelReason")}</dt>
              <dd>{appointment?.cancelReason || t("calendar.remote.noReason")}</dd>
            </div>
          </dl>
        )}
      </QueryView>
      <p>{t("calendar.remote.acknowledge.text")}</p>
    </ConfirmDialog>
  );
}
