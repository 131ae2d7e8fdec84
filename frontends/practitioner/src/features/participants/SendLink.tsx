import { useText } from "@kajo/shared/i18n";
import { useDeed } from "@kajo/shared/patterns";
import type { AppointmentPartyJson } from "@kajo/shared/rpc";
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
  const link = useDeed(useSendGuestLinkMutation());
  const { partyId = "", name = "", linkState = "GUEST_LINK_STATE_UNSPECIFIED" } = party;
  const [text, textOf] = linkState === "GUEST_LINK_STATE_UNSPECIFIED" ? first : another;
  const send = async () => {
    if (await link.run({ appointmentId, partyId })) toast("success", t("participants.link.asked"));
  };
  return (
    <Button
      aria-label={t(textOf, { name: name || t("participants.nameUnknown") })}
      isPending={link.isPending}
      kind="quiet"
      onPress={() => void send()}
      small
    >
      {t(text)}
    </Button>
  );
}
