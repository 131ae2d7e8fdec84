/**
 * What two browsers do who make a connection with each other and may both begin at the same moment ("perfect negotiation"). Decisions alone.
 */

/** Whose own offer gives way where two meet. Each knows it of both without asking. */
export const isPolite = (own: string, other: string): boolean => own > other;

export interface Negotiation {
  readonly isPolite: boolean;
  /** An own offer is being made, and not sent yet. */
  readonly isMakingOffer: boolean;
  readonly signalingState: RTCSignalingState;
}

/** Whether a description that came in is taken. One that is not is answered by nothing: the own offer is on its way. */
export function takes({ isPolite: givesWay, isMakingOffer, signalingState }: Negotiation, type: RTCSdpType): boolean {
  // An answer to an offer that has given way says nothing any more.
  if (type !== "offer") return signalingState === "have-local-offer";
  return givesWay || (!isMakingOffer && signalingState === "stable");
}

/** A connection that was cut often heals by itself. */
const healsWithinMs = 5_000;

/** After how long the way is looked for anew; undefined: not at all. */
export function restartAfterMs(state: RTCPeerConnectionState): number | undefined {
  if (state === "failed") return 0;
  return state === "disconnected" ? healsWithinMs : undefined;
}

/** Keeps candidates that come before the description they belong to. */
export function candidateKeeper(add: (candidate: RTCIceCandidateInit) => Promise<void>) {
  let kept: RTCIceCandidateInit[] | undefined = [];
  return {
    async take(candidates: readonly RTCIceCandidateInit[]): Promise<void> {
      if (kept) kept.push(...candidates);
      else for (const candidate of candidates) await add(candidate);
    },
    /** The description is there. */
    async open(): Promise<void> {
      const before = kept ?? [];
      kept = undefined;
      for (const candidate of before) await add(candidate);
    },
  };
}
