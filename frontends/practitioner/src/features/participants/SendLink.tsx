import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { type AppointmentPartyJson, useIntent } from "@kajo/shared/rpc";
import { Button, useToast } from "@kajo/shared/ui";
import { useSendGuestLinkMutation } from "./api";

interface SendLinkProps {
  readonly appointmentId: string;
  readonly party: AppointmentPartyJson;
}

const first = ["participants.link.send", "participants.link.send.of"] as const;
const another = ["participants.link.again", "participants.link.again.of"] as const;

/** Sends a guest a link, another one where one was sent before. */
export function SendLink({ appointmentId, party }: SendLinkProps) {
  const t = useText();
  const toast = useToast();
  const intent = useIntent();
  const failureLine = useFailureLine();
  const [sendLink, { isLoading }] = useSendGuestLinkMutation();
  const { partyId = "", name = "", linkState = "GUEST_LINK_STATE_UNSPECIFIED" } = party;
  const [text, textOf] = linkState === "GUEST_LINK_STATE_UNSPECIFIED" ? first : another;
  const send = async () => {
    const request = { appointmentId, partyId };
    const { error } = await sendLink({ request, idempotencyKey: intent.keyFor(request) });
    if (error !== undefined) return toast("danger", failureLine(error));
    intent.settle();
    toast("success", t("participants.link.asked"));
  };
  return (
    <Button
      aria-label={t(textOf, { name: name || t("participants.nameUnknown") })}
      isPending={isLoading}
      kind="quiet"
      onPress={() => void send()}
      small
    >
      {t(text)}
    </Button>
  );
}
