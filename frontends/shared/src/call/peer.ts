/** The connection with one other seat: pictures and sound both ways, and a line on which each says how it gets through. */
import { type Health, isHealth, type Sample } from "./health";
import { candidateKeeper, restartAfterMs, takes } from "./negotiation";
import { type Counters, countersOf, sampleOf } from "./peer-stats";
import { bodyOf, type SignalBody } from "./signal";
import type { Connection, MediaKind } from "./transport";

export interface PeerOptions {
  readonly isPolite: boolean;
  /** By which servers, and with passwords that hold from now; asked for whenever a way is looked for. */
  readonly configuration: () => Promise<RTCConfiguration>;
  readonly connect: (configuration: RTCConfiguration) => RTCPeerConnection;
  /** What is sent at this moment. */
  readonly trackOf: (kind: MediaKind) => MediaStreamTrack | null;
  readonly send: (body: SignalBody) => void;
  readonly onStream: (stream: MediaStream) => void;
  readonly onConnection: (connection: Connection) => void;
  readonly onHealth: (health: Health) => void;
}

/** So long nobody is told that there is no connection. */
const overdueAfterMs = 15_000;

/** Between two tries to be told by which servers. */
const askAgainMs = 2_000;

/** Candidates that are found one after another go together. */
const gatherMs = 50;

const kindOf = ({ receiver }: RTCRtpTransceiver) => receiver.track.kind as MediaKind;

export class Peer {
  private connection: RTCPeerConnection | undefined;
  private channel: RTCDataChannel | undefined;
  private told: Health | undefined;
  private before: Counters | undefined;
  private shown: Connection = "connecting";
  private wasConnected = false;
  private isClosed = false;
  private isMakingOffer = false;
  private isRestarting = false;
  private found: RTCIceCandidateInit[] = [];
  private gathering: ReturnType<typeof setTimeout> | undefined;
  private restarting: ReturnType<typeof setTimeout> | undefined;
  private overdue: ReturnType<typeof setTimeout> | undefined;
  /** What comes in is taken one after another, once there is a connection. */
  private work: Promise<void>;
  private readonly stream = new MediaStream();
  /** What is sent belongs together by it: so lips move with the sound. */
  private readonly group = new MediaStream();
  private readonly candidates = candidateKeeper((candidate) => this.add(candidate));

  constructor(private readonly options: PeerOptions) {
    options.onConnection("connecting");
    this.awaitConnection();
    // A browser that cannot do it throws; it stays without a connection.
    this.work = this.start().catch(() => this.show("failed"));
  }

  receive(payload: string | undefined): void {
    const body = bodyOf(payload);
    if (!body) return;
    this.work = this.work.then(() => this.take(body)).catch(() => {});
  }

  async replaceTrack(kind: MediaKind, track: MediaStreamTrack | null): Promise<void> {
    const own = this.connection?.getTransceivers().filter((each) => kindOf(each) === kind) ?? [];
    await Promise.all(own.map(({ sender }) => sender.replaceTrack(track)));
  }

  tellHealth(health: Health): void {
    this.told = health;
    if (this.channel?.readyState === "open") this.channel.send(health);
  }

  /** undefined: there is no connection. */
  async sample(): Promise<Sample | undefined> {
    if (this.connection?.connectionState !== "connected") return undefined;
    const report = await this.connection.getStats();
    const now = countersOf(report.values());
    const { before } = this;
    this.before = now;
    return sampleOf(before, now);
  }

  close(): void {
    this.isClosed = true;
    for (const timer of [this.gathering, this.restarting, this.overdue]) clearTimeout(timer);
    this.connection?.close();
  }

  private async start(): Promise<void> {
    const configuration = await this.askConfiguration();
    if (!configuration) return;
    const connection = this.options.connect(configuration);
    this.connection = connection;
    connection.onicecandidate = ({ candidate }) => this.gather(candidate);
    connection.onnegotiationneeded = () => void this.offer();
    connection.onconnectionstatechange = () => this.look(connection.connectionState);
    connection.ontrack = ({ track }) => {
      this.stream.addTrack(track);
      this.options.onStream(this.stream);
    };
    connection.ondatachannel = ({ channel }) => this.hear(channel);
    // One side describes what there is, and the other one answers in kind: so there is one of each however the two meet.
    if (this.options.isPolite) return;
    for (const kind of ["audio", "video"] as const) {
      connection.addTransceiver(this.options.trackOf(kind) ?? kind, { direction: "sendrecv", streams: [this.group] });
    }
    this.hear(connection.createDataChannel("health"));
  }

  /** Until it is told, or nobody needs it any more. */
  private async askConfiguration(): Promise<RTCConfiguration | undefined> {
    while (!this.isClosed) {
      const configuration = await this.options.configuration().catch(() => undefined);
      if (this.isClosed) return undefined;
      if (configuration) return configuration;
      await new Promise((resolve) => setTimeout(resolve, askAgainMs));
    }
    return undefined;
  }

  private async offer(): Promise<void> {
    const { connection } = this;
    if (!connection || this.isClosed || (this.options.isPolite && !connection.remoteDescription)) return;
    try {
      this.isMakingOffer = true;
      await connection.setLocalDescription();
      this.describe(connection);
    } catch {
      // It gave way to the other one's meanwhile, or is closed.
    } finally {
      this.isMakingOffer = false;
    }
  }

  private describe({ localDescription }: RTCPeerConnection): void {
    if (!localDescription || this.isClosed) return;
    // Those found before belong to the description before.
    this.sendFound();
    const { type, sdp } = localDescription;
    this.options.send({ description: { type, sdp } });
  }

  private async take({ description, candidates }: SignalBody): Promise<void> {
    const { connection } = this;
    if (!connection || this.isClosed) return;
    if (candidates) await this.candidates.take(candidates);
    if (!description) return;
    const { isMakingOffer } = this;
    const { isPolite } = this.options;
    if (!takes({ isPolite, isMakingOffer, signalingState: connection.signalingState }, description.type)) return;
    await connection.setRemoteDescription(description);
    await this.candidates.open();
    if (description.type !== "offer") return;
    await this.answerInKind(connection);
    await connection.setLocalDescription();
    this.describe(connection);
  }

  private async answerInKind(connection: RTCPeerConnection): Promise<void> {
    for (const transceiver of connection.getTransceivers()) {
      if (transceiver.direction === "recvonly") {
        transceiver.direction = "sendrecv";
        // Not every browser knows it.
        transceiver.sender.setStreams?.(this.group);
        await transceiver.sender.replaceTrack(this.options.trackOf(kindOf(transceiver)));
      }
    }
  }

  private async add(candidate: RTCIceCandidateInit): Promise<void> {
    // One of an offer that was not taken belongs to nothing.
    await this.connection?.addIceCandidate(candidate).catch(() => {});
  }

  private gather(candidate: RTCIceCandidate | null): void {
    if (!candidate?.candidate || this.isClosed) return;
    this.found.push(candidate.toJSON());
    this.gathering ??= setTimeout(() => this.sendFound(), gatherMs);
  }

  private sendFound(): void {
    clearTimeout(this.gathering);
    this.gathering = undefined;
    if (this.found.length === 0) return;
    const candidates = this.found;
    this.found = [];
    this.options.send({ candidates });
  }

  private hear(channel: RTCDataChannel): void {
    this.channel = channel;
    channel.onopen = () => {
      if (this.told) channel.send(this.told);
    };
    channel.onmessage = ({ data }) => {
      if (isHealth(data)) this.options.onHealth(data);
    };
  }

  private look(state: RTCPeerConnectionState): void {
    if (this.isClosed || state === "closed") return;
    clearTimeout(this.restarting);
    if (state === "connected") {
      this.wasConnected = true;
      clearTimeout(this.overdue);
      this.overdue = undefined;
      this.show("connected");
      return;
    }
    this.awaitConnection();
    if (this.shown !== "failed") this.show(this.wasConnected ? "reconnecting" : "connecting");
    const after = restartAfterMs(state);
    if (after !== undefined) this.restarting = setTimeout(() => void this.restart(), after);
  }

  private async restart(): Promise<void> {
    const { connection } = this;
    if (!connection || this.isRestarting) return;
    this.isRestarting = true;
    const configuration = await this.askConfiguration();
    this.isRestarting = false;
    if (!configuration || connection.connectionState === "connected") return;
    connection.setConfiguration(configuration);
    connection.restartIce();
  }

  private awaitConnection(): void {
    this.overdue ??= setTimeout(() => this.show("failed"), overdueAfterMs);
  }

  private show(connection: Connection): void {
    if (this.shown === connection) return;
    this.shown = connection;
    this.options.onConnection(connection);
  }
}
