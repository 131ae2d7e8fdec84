/** A call as it goes on in this tab: seat, connections, and how all of it stands, told to whoever subscribes. */
import type {
  CallMeshJson,
  CallParticipantJson,
  KeepCallResponseJson,
  OutgoingCallSignalJson,
} from "../rpc/gen/kajo/chat_queue/v1/call_pb";
import type { CallEndJson, CallPresenceJson, CallStateJson } from "../rpc/gen/kajo/chat_queue/v1/chat_call_pb";
import { type Health, healthMeter, measuredEveryMs, worstOf } from "./health";
import { signalling } from "./signalling";
import type { CallTransport, Connection, MediaKind } from "./transport";
import type { CallWire } from "./wire";

export interface CallView {
  /** `out`: not come yet, or gone. */
  readonly phase: "out" | "entering" | "lobby" | "in" | "elsewhere" | "over";
  readonly state: CallStateJson | undefined;
  readonly presence: CallPresenceJson;
  readonly end: CallEndJson | undefined;
  readonly participants: readonly CallParticipantJson[];
  readonly remoteStreams: ReadonlyMap<string, MediaStream>;
  readonly connections: ReadonlyMap<string, Connection>;
  /** How one gets what the others send; undefined: not known yet. */
  readonly health: Health | undefined;
  /** How the others get what one sends. */
  readonly theirHealth: ReadonlyMap<string, Health>;
  /** The server was heard last time it was asked. */
  readonly isHeard: boolean;
  /** This browser can make no connection. */
  readonly isUnable: boolean;
  /** Why one could not come, or stay. */
  readonly failure: unknown;
}

const nobody = {
  participants: [],
  remoteStreams: new Map<string, MediaStream>(),
  connections: new Map<string, Connection>(),
  health: undefined,
  theirHealth: new Map<string, Health>(),
} as const;

const outside: CallView = {
  ...nobody,
  phase: "out",
  state: undefined,
  presence: "CALL_PRESENCE_AWAY",
  end: undefined,
  isHeard: true,
  isUnable: false,
  failure: undefined,
};

interface Channel {
  readonly send: (signals: readonly OutgoingCallSignalJson[]) => void;
  readonly access: () => Promise<CallMeshJson>;
}

export interface RunningCallOptions {
  readonly wire: CallWire;
  readonly newSeat: () => string;
  readonly createTransport: (channel: Channel) => CallTransport;
}

interface Sent {
  readonly track: MediaStreamTrack | undefined;
  readonly isOn: boolean;
}

const nothingSent: Sent = { track: undefined, isOn: false };

const withEntry = <T>(map: ReadonlyMap<string, T>, key: string, value: T | undefined): ReadonlyMap<string, T> => {
  const next = new Map(map);
  if (value === undefined) next.delete(key);
  else next.set(key, value);
  return next;
};

export function runningCall({ wire, newSeat, createTransport }: RunningCallOptions) {
  let view = outside;
  let transport: CallTransport | undefined;
  let measuring: ReturnType<typeof setInterval> | undefined;
  const sent = new Map<MediaKind, Sent>();
  const listeners = new Set<() => void>();

  const sentOf = (kind: MediaKind) => sent.get(kind) ?? nothingSent;
  const change = (changes: Partial<CallView>) => {
    view = { ...view, ...changes };
    for (const listener of listeners) listener();
  };

  const close = () => {
    clearInterval(measuring);
    transport?.leave();
    transport = undefined;
  };
  /** What hung on the connections goes with them. */
  const finish = (changes: Partial<CallView>) => {
    close();
    change({ ...nobody, presence: "CALL_PRESENCE_AWAY", ...changes });
  };

  const line = signalling({
    wire,
    newSeat,
    sending: () => ({ cameraOn: isSent(sentOf("video")), microphoneOn: isSent(sentOf("audio")) }),
    isConnecting: () => !view.isUnable && [...view.connections.values()].some((each) => each !== "connected"),
    onSeat() {
      close();
      change({ ...nobody, isHeard: true, failure: undefined });
    },
    onKept: (kept) => hear(kept),
    onUnheard: () => change({ isHeard: false }),
    onOver: (end) => finish({ phase: "over", state: "CALL_STATE_ENDED", end }),
    onElsewhere: () => finish({ phase: "elsewhere" }),
    onRefused: (failure) => finish({ phase: "out", failure }),
  });

  const access = async (): Promise<CallMeshJson> => {
    const { data, error } = await wire.access();
    if (!data?.mesh) throw new Error("no access to the call", { cause: error });
    return data.mesh;
  };

  const open = (): CallTransport => {
    const own = createTransport({ send: (signals) => line.send(signals), access });
    transport = own;
    own.on("stream", ({ participantId, stream }) =>
      change({ remoteStreams: withEntry(view.remoteStreams, participantId, stream) }),
    );
    own.on("connection", ({ participantId, connection }) => {
      change({ connections: withEntry(view.connections, participantId, connection) });
      // One that was cut hangs on what the other one sends now.
      if (connection === "reconnecting") line.askNow();
    });
    own.on("health", ({ participantId, health }) =>
      change({ theirHealth: withEntry(view.theirHealth, participantId, health) }),
    );
    own.on("failed", () => change({ isUnable: true }));
    const tracks = [sentOf("audio"), sentOf("video")].flatMap(({ track }) => track ?? []);
    void own.join(new MediaStream(tracks));
    for (const kind of ["audio", "video"] as const) own.setEnabled(kind, sentOf(kind).isOn);
    measuring = setInterval(measurerOf(own), measuredEveryMs);
    return own;
  };

  const measurerOf = (own: CallTransport) => {
    const meters = new Map<string, ReturnType<typeof healthMeter>>();
    return async () => {
      const stats = await own.stats();
      if (transport !== own) return;
      const words = stats.map(({ participantId, ...sample }) => {
        const meter = meters.get(participantId) ?? healthMeter();
        meters.set(participantId, meter);
        return meter(sample);
      });
      const health = worstOf(words);
      if (health) own.tellHealth(health);
      if (health !== view.health) change({ health });
    };
  };

  const hear = ({ state, presence = "CALL_PRESENCE_AWAY", participants = [], signals = [] }: KeepCallResponseJson) => {
    const isIn = presence === "CALL_PRESENCE_IN";
    change({ phase: isIn ? "in" : "lobby", state, presence, isHeard: true, participants: isIn ? participants : [] });
    if (isIn) (transport ?? open()).heard(participants, signals);
    else close();
  };

  return {
    view: () => view,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** `name`: of who says themselves what they are called. */
    enter(name?: string) {
      change({ phase: "entering", failure: undefined });
      line.enter(name);
    },
    askNow: line.askNow,
    /** From outside: whether it goes on. Answers with what ends it. */
    watch: line.watch,
    /** What one sends from now on; undefined: nothing. */
    sends(kind: MediaKind, track: MediaStreamTrack | undefined, isOn: boolean) {
      const before = sentOf(kind);
      if (before.track === track && before.isOn === isOn) return;
      sent.set(kind, { track, isOn });
      if (!transport) return;
      if (before.track !== track) void transport.replaceTrack(kind, track ?? null);
      if (before.isOn !== isOn) transport.setEnabled(kind, isOn);
      // The others see it.
      line.askNow();
    },
    async leave(): Promise<void> {
      const wasOut = view.phase === "out";
      close();
      if (!wasOut) change(outside);
      await line.leave();
    },
    /** After it was over here: one may come again. */
    reset() {
      if (view.phase === "elsewhere") change(outside);
    },
  };
}

const isSent = ({ track, isOn }: Sent) => track !== undefined && isOn;

export type RunningCall = ReturnType<typeof runningCall>;
