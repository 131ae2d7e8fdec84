import { useText } from "@kajo/shared/i18n";
import { useIntent } from "@kajo/shared/rpc";
import { Button, Dialog, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { useSaveParticipantMutation } from "./api";
import { GuestForm } from "./GuestForm";
import { type Guest, nobody } from "./guest";

interface SaveGuestProps {
  readonly appointmentId: string;
  /** It is a remote appointment, to which guests are sent links. */
  readonly hasLink: boolean;
  /** Who is changed; without one, somebody new. */
  readonly known?: { readonly partyId: string; readonly guest: Guest };
  readonly onClose: () => void;
}

/** Has a guest take part, or changes what they are called and how they are reached. */
export function SaveGuest({ appointmentId, hasLink, known, onClose }: SaveGuestProps) {
  const t = useText();
  const toast = useToast();
  const intent = useIntent();
  const [guest, setGuest] = useState(known?.guest ?? nobody);
  const [save, { error }] = useSaveParticipantMutation();
  const title = t(known ? "participants.guest.change" : "participants.guest.add");
  const submit = async () => {
    const request = { appointmentId, partyId: known?.partyId ?? "", ...guest };
    const answer = await save({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) return;
    intent.settle();
    toast("success", t(known ? "participants.changed" : "participants.added"));
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      {hasLink ? <p>{t("participants.guest.link")}</p> : null}
      {hasLink && known ? <p>{t("participants.guest.newLink")}</p> : null}
      <GuestForm
        actions={
          <Button kind="secondary" onPress={onClose}>
            {t("ui.cancel")}
          </Button>
        }
        failure={error}
        onChange={setGuest}
        onSubmit={submit}
        submit={known ? t("participants.save") : title}
        value={guest}
      />
    </Dialog>
  );
}
