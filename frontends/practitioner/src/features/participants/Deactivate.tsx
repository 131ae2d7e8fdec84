import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { type AppointmentPartyJson, useIntent } from "@kajo/shared/rpc";
import { ConfirmDialog, useToast } from "@kajo/shared/ui";
import { useDeactivateParticipantMutation } from "./api";

interface DeactivateProps {
  readonly appointmentId: string;
  readonly party: AppointmentPartyJson;
  /** They come to it by a link. */
  readonly hasLink: boolean;
  readonly onClose: () => void;
}

/** Asks whether somebody is to take part no more, and says what comes of it. */
export function Deactivate({ appointmentId, party, hasLink, onClose }: DeactivateProps) {
  const t = useText();
  const toast = useToast();
  const intent = useIntent();
  const failureLine = useFailureLine();
  const [deactivate, { isLoading }] = useDeactivateParticipantMutation();
  const isGuest = party.kind === "APPOINTMENT_PARTY_KIND_GUEST";
  const confirm = async () => {
    const request = { appointmentId, partyId: party.partyId ?? "" };
    const answer = await deactivate({ request, idempotencyKey: intent.keyFor(request) });
    onClose();
    if ("error" in answer) {
      toast("danger", failureLine(answer.error));
      return;
    }
    intent.settle();
    toast("success", t("participants.removed"));
  };
  return (
    <ConfirmDialog
      confirm={t("participants.remove.title")}
      danger
      isOpen
      isPending={isLoading}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={t("participants.remove.title")}
    >
      <p>
        {t(isGuest ? "participants.remove.guest" : "participants.remove.colleague", {
          name: party.name || t("participants.nameUnknown"),
        })}
      </p>
      {hasLink ? <p>{t("participants.remove.link")}</p> : null}
    </ConfirmDialog>
  );
}
