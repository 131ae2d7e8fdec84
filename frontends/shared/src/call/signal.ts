/** What browsers tell each other to find a way: as the text that a signal carries. */

export interface SignalBody {
  readonly description?: RTCSessionDescriptionInit;
  readonly candidates?: readonly RTCIceCandidateInit[];
}

export const payloadOf = (body: SignalBody): string => JSON.stringify(body);

/** undefined: another browser has sent something that is none. */
export function bodyOf(payload: string | undefined): SignalBody | undefined {
  try {
    const { description, candidates } = JSON.parse(payload ?? "") as Readonly<Record<string, unknown>>;
    if (isDescription(description)) return { description };
    return isCandidates(candidates) ? { candidates } : undefined;
  } catch {
    return undefined;
  }
}

function isDescription(value: unknown): value is RTCSessionDescriptionInit {
  const { type, sdp } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return (type === "offer" || type === "answer") && typeof sdp === "string";
}

function isCandidates(value: unknown): value is readonly RTCIceCandidateInit[] {
  return Array.isArray(value) && value.every((each) => typeof each?.candidate === "string");
}
