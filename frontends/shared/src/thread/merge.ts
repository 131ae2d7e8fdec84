/** A thread that is fetched again costs only what is new in it: the rest is in the cache. */
import type {
  GetConversationResponseJson,
  MessageJson,
  ParticipantJson,
  VisibilityJson,
} from "../rpc/gen/kajo/conversations/v1/conversation_pb";

/** What the server is told that is known of a thread. */
export function knownOf(before: GetConversationResponseJson | undefined) {
  const after = before?.conversation?.thread?.at(-1)?.number;
  return after && before?.known ? { after, known: before.known } : {};
}

/** The whole thread: an answer that holds only what is new, behind what was there before. */
export function merged(
  before: GetConversationResponseJson | undefined,
  { partial, ...answer }: GetConversationResponseJson,
): GetConversationResponseJson {
  const { conversation } = answer;
  if (!partial || !conversation) return answer;
  const earlier = (before?.conversation?.thread ?? []).map(({ message, ...entry }) =>
    message
      ? { ...entry, message: { ...message, ...seenBy(message, entry.number, conversation.participants) } }
      : entry,
  );
  return { ...answer, conversation: { ...conversation, thread: [...earlier, ...(conversation.thread ?? [])] } };
}

function reaches(visibility: VisibilityJson | undefined, { kind, takesPart }: ParticipantJson) {
  if (visibility === "VISIBILITY_TAKING_PART") return takesPart === true;
  return visibility !== "VISIBILITY_PRACTITIONERS" || kind === "PARTICIPANT_KIND_PRACTITIONER";
}

/** Who has read a message, as the contract says that it follows from the participants. */
function seenBy({ authorId, visibility }: MessageJson, number = "0", participants: readonly ParticipantJson[] = []) {
  const readers = participants.filter(
    (reader) =>
      reader.personId !== authorId && Number(reader.readUpTo ?? "0") >= Number(number) && reaches(visibility, reader),
  );
  return { seenBy: readers.flatMap(({ personId }) => personId ?? []) };
}
