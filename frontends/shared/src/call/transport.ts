/** How pictures and sound go between those who take part in a call. The apps stand on this alone: what carries them can be another one. */
import type { CallParticipantJson, CallSignalJson } from "../rpc/gen/kajo/chat_queue/v1/call_pb";
import type { Health } from "./health";

export type MediaKind = "audio" | "video";

/** How the way to somebody stands. `failed`: there was none for 15 seconds; it is looked for all the same. */
export type Connection = "connecting" | "connected" | "reconnecting" | "failed";

/** How the way to somebody was, since it was last asked. */
export interface PeerStats {
  readonly participantId: string;
  /** The share of what was sent and did not arrive, 0 to 1; undefined: too little was sent to say. */
  readonly loss: number | undefined;
  readonly roundTripMs: number | undefined;
}

export interface TransportEvents {
  /** What somebody sends; undefined: they are there no more. */
  readonly stream: { readonly participantId: string; readonly stream: MediaStream | undefined };
  /** undefined: they are there no more. */
  readonly connection: { readonly participantId: string; readonly connection: Connection | undefined };
  /** How somebody says that they see and hear the others. */
  readonly health: { readonly participantId: string; readonly health: Health };
  /** This browser can make no connection at all. */
  readonly failed: Record<never, never>;
}

export interface CallTransport {
  /** With what one sends oneself; it may hold neither picture nor sound. */
  join(localStream: MediaStream): Promise<void> | void;
  leave(): void;
  /** Whether what one has is sent. */
  setEnabled(kind: MediaKind, on: boolean): void;
  replaceTrack(kind: MediaKind, track: MediaStreamTrack | null): Promise<void>;
  /** What the server says: who takes part, and what they have sent to this seat. */
  heard(participants: readonly CallParticipantJson[], signals: readonly CallSignalJson[]): void;
  /** Tells the others how one sees and hears them. */
  tellHealth(health: Health): void;
  stats(): Promise<PeerStats[]>;
  /** Answers with what ends it. */
  on<Event extends keyof TransportEvents>(event: Event, listener: (value: TransportEvents[Event]) => void): () => void;
}
