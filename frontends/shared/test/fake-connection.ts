/** A connection between browsers without a network: it says what it was told, and becomes what a test says. */

interface FakeTransceiver {
  direction: RTCRtpTransceiverDirection;
  readonly receiver: { readonly track: { readonly kind: string } };
  readonly sender: { track: unknown; replaceTrack(track: unknown): Promise<void> };
}

function transceiverOf(kind: string, direction: RTCRtpTransceiverDirection, track: unknown = null): FakeTransceiver {
  const sender = {
    track,
    async replaceTrack(next: unknown) {
      sender.track = next;
    },
  };
  return { direction, receiver: { track: { kind } }, sender };
}

export class FakeConnection {
  connectionState: RTCPeerConnectionState = "new";
  signalingState: RTCSignalingState = "stable";
  localDescription: RTCSessionDescriptionInit | null = null;
  remoteDescription: RTCSessionDescriptionInit | null = null;
  onconnectionstatechange: (() => void) | undefined;
  onnegotiationneeded: (() => void) | undefined;
  onicecandidate: ((event: { readonly candidate: unknown }) => void) | undefined;
  ontrack: ((event: { readonly track: unknown }) => void) | undefined;
  readonly candidates: (string | undefined)[] = [];
  readonly configurations: RTCConfiguration[];
  readonly #transceivers: FakeTransceiver[] = [];
  #descriptions = 0;

  constructor(configuration: RTCConfiguration) {
    this.configurations = [configuration];
  }

  /** What is sent, by kind. */
  get sent(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(this.#transceivers.map(({ receiver, sender }) => [receiver.track.kind, sender.track]));
  }

  get directions(): readonly string[] {
    return this.#transceivers.map(({ direction }) => direction);
  }

  addTransceiver(what: string | { readonly kind: string }, { direction }: { direction: RTCRtpTransceiverDirection }) {
    const isKind = typeof what === "string";
    this.#transceivers.push(transceiverOf(isKind ? what : what.kind, direction, isKind ? null : what));
    if (this.#transceivers.length === 1) queueMicrotask(() => this.onnegotiationneeded?.());
  }

  createDataChannel() {
    return { readyState: "connecting", send: () => {} };
  }

  getTransceivers() {
    return this.#transceivers;
  }

  async getStats() {
    return new Map();
  }

  async setLocalDescription() {
    const isAnswer = this.signalingState === "have-remote-offer";
    this.#descriptions += 1;
    this.localDescription = { type: isAnswer ? "answer" : "offer", sdp: `sdp ${this.#descriptions}` };
    this.signalingState = isAnswer ? "stable" : "have-local-offer";
  }

  async setRemoteDescription(description: RTCSessionDescriptionInit) {
    if (description.type === "answer" && this.signalingState !== "have-local-offer") throw new Error("no offer");
    this.remoteDescription = description;
    this.signalingState = description.type === "offer" ? "have-remote-offer" : "stable";
    if (this.#transceivers.length === 0) {
      this.#transceivers.push(transceiverOf("audio", "recvonly"), transceiverOf("video", "recvonly"));
    }
  }

  async addIceCandidate({ candidate }: RTCIceCandidateInit) {
    if (!this.remoteDescription) throw new Error("no description");
    this.candidates.push(candidate);
  }

  setConfiguration(configuration: RTCConfiguration) {
    this.configurations.push(configuration);
  }

  restartIce() {
    this.onnegotiationneeded?.();
  }

  close() {
    this.signalingState = "closed";
    this.connectionState = "closed";
  }

  find(candidate: string) {
    this.onicecandidate?.({ candidate: { candidate, toJSON: () => ({ candidate, sdpMid: "0" }) } });
  }

  become(state: RTCPeerConnectionState) {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }
}
