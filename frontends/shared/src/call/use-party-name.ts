import { useText } from "../i18n";
import type { CallParticipantJson } from "../rpc/gen/kajo/chat_queue/v1/call_pb";

/** What somebody in a call is called: whoever is not signed in has no name. */
export function usePartyName(): (participant: CallParticipantJson | undefined) => string {
  const t = useText();
  return (participant) => participant?.name || t(participant?.organiser ? "thread.practitioner" : "thread.resident");
}
