import { useText } from "../i18n";
import type { CallParticipantJson } from "../rpc/gen/kajo/chat_queue/v1/call_pb";

/** What somebody in a call is called: whoever is not signed in has no name, and who was invited by link has said it themselves. */
export function usePartyName(): (participant: CallParticipantJson | undefined) => string {
  const t = useText();
  return (participant) => {
    const { name, guest = false, organiser = false } = participant ?? {};
    if (!name) return t(organiser ? "thread.practitioner" : "thread.resident");
    return guest ? t("call.guest", { name }) : name;
  };
}
