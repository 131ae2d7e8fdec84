/** Who takes part in a call, and what has changed in that. */
import type { CallParticipantJson } from "../rpc/gen/kajo/chat_queue/v1/call_pb";

export interface Seated {
  readonly participantId: string;
  readonly seatId: string;
}

export interface RosterChange {
  /** Those whose connections end: they have gone, or have another seat. */
  readonly gone: readonly string[];
  /** Those with whom one is made from the beginning. */
  readonly come: readonly Seated[];
}

/** `seats`: of those with whom there are connections, by participant. */
export function rosterChange(
  seats: ReadonlyMap<string, string>,
  participants: readonly CallParticipantJson[],
): RosterChange {
  const now = new Map(
    participants.flatMap(({ participantId = "", seatId = "", own }) => (own ? [] : [[participantId, seatId] as const])),
  );
  return {
    gone: [...seats].flatMap(([participantId, seatId]) => (now.get(participantId) === seatId ? [] : [participantId])),
    come: [...now].flatMap(([participantId, seatId]) =>
      seats.get(participantId) === seatId ? [] : [{ participantId, seatId }],
    ),
  };
}

export const ownOf = (participants: readonly CallParticipantJson[]) => participants.find(({ own }) => own);

export const othersOf = (participants: readonly CallParticipantJson[]) => participants.filter(({ own }) => !own);
