/** Where somebody stands in a line, counted on from what is whispered of it: nothing is fetched per change. */
import type { ChatPlaceJson } from "../rpc/gen/kajo/chat_queue/v1/place_pb";

export interface LinePlace {
  readonly ticket: bigint;
  /** How many stand in front. */
  readonly ahead: number;
  /** The last change of the line that is counted in. */
  readonly lineSeq: bigint;
}

export interface LineMove {
  /** The number of the first change. */
  readonly fromSeq: bigint;
  readonly changes: readonly { readonly ticket: bigint; readonly returned: boolean }[];
}

export const placeOf = ({ ticket = "0", ahead = 0, lineSeq = "0" }: ChatPlaceJson): LinePlace => ({
  ticket: BigInt(ticket),
  ahead,
  lineSeq: BigInt(lineSeq),
});

/** The place after the line has moved. Known changes count once; after a gap nothing can be said but by the server. */
export function moved(place: LinePlace, { fromSeq, changes }: LineMove): { place: LinePlace; isGap: boolean } {
  const next = place.lineSeq + 1n;
  if (fromSeq > next) return { place, isGap: true };
  const later = changes.slice(Number(next - fromSeq));
  if (later.length === 0) return { place, isGap: false };
  let { ahead } = place;
  for (const { ticket, returned } of later) {
    if (ticket < place.ticket) ahead += returned ? 1 : -1;
  }
  const lineSeq = place.lineSeq + BigInt(later.length);
  return { place: { ...place, ahead: Math.max(0, ahead), lineSeq }, isGap: false };
}
