import { useFailureLine } from "@kajo/shared/errors";
import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import { Form } from "@kajo/shared/patterns";
import { type AppointmentJson, type GetCalendarAppointmentResponseJson, useIntent } from "@kajo/shared/rpc";
import { Button, ConfirmDialog, Dialog, Row, TextArea, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { isKeptElsewhere } from "../booking-systems/systems";
import { OpenPatientDialog } from "../ground/OpenPatientDialog";
import { useCancelForPatientMutation, useMarkAppointmentDoneMutation } from "./api";

interface AppointmentActionsProps {
  readonly seen: GetCalendarAppointmentResponseJson;
  readonly appointment: AppointmentJson;
}

type Asked = "cancel" | "done" | "patient";

/** What can be done with it now, and here. Neither cancelling nor marking as done can be taken back: both are asked about. */
export function AppointmentActions({ seen, appointment }: AppointmentActionsProps) {
  const t = useText();
  const language = useLanguage();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const appointmentId = appointment.appointmentId ?? "";
  const isHere = !isKeptElsewhere(appointment.keptIn);
  const isBooked = isHere && appointment.state === "APPOINTMENT_STATE_BOOKED";
  const mayMarkDone = isHere && seen.mayMarkDone === true;
  const mayCancel = isBooked && (appointment.cancelling?.bar ?? "CHANGE_BAR_UNSPECIFIED") === "CHANGE_BAR_UNSPECIFIED";
  return (
    <>
      <Row>
        {mayMarkDone ? <Button onPress={() => setAsked("done")}>{t("calendar.markDone")}</Button> : null}
        {mayCancel ? (
          <Button kind="secondary" onPress={() => setAsked("cancel")}>
            {t("calendar.cancel")}
          </Button>
        ) : null}
        <Button kind="quiet" onPress={() => setAsked("patient")}>
          {t("action.openPatient")}
        </Button>
      </Row>
      {isBooked && !mayMarkDone && seen.doneFrom ? (
        <p>{t("calendar.doneFrom", { when: dateTimeText(language, new Date(seen.doneFrom)) })}</p>
      ) : null}
      {asked === "cancel" ? <CancelDialog appointmentId={appointmentId} onClose={close} /> : null}
      {asked === "done" ? <DoneDialog appointmentId={appointmentId} onClose={close} /> : null}
      {asked === "patient" ? <OpenPatientDialog onClose={close} patientId={seen.patientId ?? ""} /> : null}
    </>
  );
}

interface AskedProps {
  readonly appointmentId: string;
  readonly onClose: () => void;
}

function CancelDialog({ appointmentId, onClose }: AskedProps) {
  const t = useText();
  const toast = useToast();
  const intent = useIntent();
  const [reason, setReason] = useState("");
  const [cancel, { error }] = useCancelForPatientMutation();
  const submit = async () => {
    const request = { appointmentId, reason: reason.trim() };
    const answer = await cancel({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) return;
    intent.settle();
    toast("success", t("calendar.cancelled"));
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} role="alertdialog" title={t("calendar.cancel")}>
      <Form
        actions={
          <Button kind="secondary" onPress={onClose}>
            {t("calendar.keep")}
          </Button>
        }
        brief
        danger
        failure={error}
        fields={{ reason: t("calendar.cancelReason") }}
        onSubmit={submit}
        // How long it may be is a setting of the server, which says so at the field.
        problems={{ reason: reason.trim() === "" ? t("field.required") : undefined }}
        submit={t("calendar.cancel")}
      >
        {(field) => (
          <TextArea
            {...field("reason")}
            hint={t("calendar.cancelReason.hint")}
            onChange={setReason}
            rows={3}
            value={reason}
          />
        )}
      </Form>
    </Dialog>
  );
}

/** Offers to mark it as done. */
export function MarkDone({ appointmentId }: { readonly appointmentId: string }) {
  const t = useText();
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button kind="secondary" onPress={() => setAsked(true)}>
        {t("calendar.markDone")}
      </Button>
      {isAsked ? <DoneDialog appointmentId={appointmentId} onClose={() => setAsked(false)} /> : null}
    </>
  );
}

function DoneDialog({ appointmentId, onClose }: AskedProps) {
  const t = useText();
  const toast = useToast();
  const intent = useIntent();
  const failureLine = useFailureLine();
  const [markDone, { isLoading }] = useMarkAppointmentDoneMutation();
  const confirm = async () => {
    const request = { appointmentId };
    const answer = await markDone({ request, idempotencyKey: intent.keyFor(request) });
    onClose();
    if ("error" in answer) {
      toast("danger", failureLine(answer.error));
      return;
    }
    intent.settle();
    toast("success", t("calendar.markedDone"));
  };
  return (
    <ConfirmDialog
      confirm={t("calendar.markDone")}
      isOpen
      isPending={isLoading}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={t("calendar.markDone")}
    >
      <p>{t("calendar.markDone.text")}</p>
    </ConfirmDialog>
  );
}
