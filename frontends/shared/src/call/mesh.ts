/** Every browser of a call is connected to every other: right for up to four. Signals go by the server, pictures and sound do not. */
import type {
  CallMeshJson,
  CallParticipantJson,
  CallSignalJson,
  OutgoingCallSignalJson,
} from "../rpc/gen/kajo/chat_queue/v1/call_pb";
import { createEmitter } from "./emitter";
import type { Health } from "./health";
import { isPolite } from "./negotiation";
import { Peer } from "./peer";
import { ownOf, rosterChange, type Seated } from "./roster";
import { payloadOf } from "./signal";
import type { CallTransport, MediaKind, PeerStats, TransportEvents } from "./transport";

export interface MeshOptions {
  readonly send: (signals: readonly OutgoingCallSignalJson[]) => void;
  /** By which servers, with passwords that hold from now. */
  readonly access: () => Promise<CallMeshJson>;
  /** Handed in so that tests need no network. */
  readonly connect?: (configuration: RTCConfiguration) => RTCPeerConnection;
}

/** Signals of seats that nobody has told of yet: as many as are kept. */
const mostEarly = 50;

export class MeshTransport implements CallTransport {
  private readonly events = createEmitter<TransportEvents>();
  private readonly peers = new Map<string, { readonly seatId: string; readonly peer: Peer }>();
  private readonly tracks = new Map<MediaKind, MediaStreamTrack>();
  private readonly disabled = new Set<MediaKind>();
  private readonly connect: (configuration: RTCConfiguration) => RTCPeerConnection;
  private early: readonly CallSignalJson[] = [];

  constructor(private readonly options: MeshOptions) {
    this.connect = options.connect ?? ((configuration) => new RTCPeerConnection(configuration));
  }

  on<Event extends keyof TransportEvents>(event: Event, listener: (value: TransportEvents[Event]) => void): () => void {
    return this.events.on(event, listener);
  }

  join(localStream: MediaStream): void {
    for (const track of localStream.getTracks()) this.tracks.set(track.kind as MediaKind, track);
    if (!this.options.connect && typeof RTCPeerConnection === "undefined") this.events.emit("failed", {});
  }

  leave(): void {
    this.events.clear();
    for (const { peer } of this.peers.values()) peer.close();
    this.peers.clear();
    this.early = [];
  }

  setEnabled(kind: MediaKind, on: boolean): void {
    if (on) this.disabled.delete(kind);
    else this.disabled.add(kind);
    void this.sendTrack(kind);
  }

  async replaceTrack(kind: MediaKind, track: MediaStreamTrack | null): Promise<void> {
    if (track) this.tracks.set(kind, track);
    else this.tracks.delete(kind);
    await this.sendTrack(kind);
  }

  heard(participants: readonly CallParticipantJson[], signals: readonly CallSignalJson[]): void {
    const { gone, come } = rosterChange(
      new Map([...this.peers].map(([participantId, { seatId }]) => [participantId, seatId])),
      participants,
    );
    for (const participantId of gone) this.drop(participantId);
    const ownId = ownOf(participants)?.participantId ?? "";
    for (const seated of come) this.meet(ownId, seated);
    // One may come before it is told who sends it.
    this.early = [...this.early, ...signals].filter((signal) => !this.hand(signal)).slice(-mostEarly);
  }

  tellHealth(health: Health): void {
    for (const { peer } of this.peers.values()) peer.tellHealth(health);
  }

  async stats(): Promise<PeerStats[]> {
    const samples = [...this.peers].map(async ([participantId, { peer }]) => {
      const sample = await peer.sample();
      return sample ? [{ participantId, ...sample }] : [];
    });
    return (await Promise.all(samples)).flat();
  }

  private meet(ownId: string, { participantId, seatId }: Seated): void {
    const peer = new Peer({
      isPolite: isPolite(ownId, participantId),
      configuration: async () => configurationOf(await this.options.access()),
      connect: this.connect,
      trackOf: (kind) => this.trackOf(kind),
      send: (body) => this.options.send([{ participantId, seatId, payload: payloadOf(body) }]),
      onStream: (stream) => this.events.emit("stream", { participantId, stream }),
      onConnection: (connection) => this.events.emit("connection", { participantId, connection }),
      onHealth: (health) => this.events.emit("health", { participantId, health }),
    });
    this.peers.set(participantId, { seatId, peer });
  }

  private drop(participantId: string): void {
    this.peers.get(participantId)?.peer.close();
    this.peers.delete(participantId);
    this.events.emit("stream", { participantId, stream: undefined });
    this.events.emit("connection", { participantId, connection: undefined });
  }

  /** Whether there is somebody to hand it to. */
  private hand({ participantId = "", seatId, payload }: CallSignalJson): boolean {
    const sender = this.peers.get(participantId);
    if (sender?.seatId !== seatId) return false;
    sender?.peer.receive(payload);
    return true;
  }

  /** A camera that is switched off sends nothing; sound goes on as silence, so that it is there again at once. */
  private trackOf(kind: MediaKind): MediaStreamTrack | null {
    return kind === "video" && this.disabled.has(kind) ? null : (this.tracks.get(kind) ?? null);
  }

  private async sendTrack(kind: MediaKind): Promise<void> {
    const track = this.tracks.get(kind);
    if (track) track.enabled = !this.disabled.has(kind);
    const peers = [...this.peers.values()];
    await Promise.all(peers.map(({ peer }) => peer.replaceTrack(kind, this.trackOf(kind)).catch(() => {})));
  }
}

function configurationOf({ iceServers = [], relayOnly = false }: CallMeshJson): RTCConfiguration {
  return {
    bundlePolicy: "max-bundle",
    iceTransportPolicy: relayOnly ? "relay" : "all",
    iceServers: iceServers.map(({ urls = [], username, credential }) =>
      username && credential ? { urls, username, credential } : { urls },
    ),
  };
}
