/**
 * A seat in a call: takes one, says that it is still there and hears what has changed, takes another one when the server has lost it, and
 * leaves. Timers sleep with the page: whoever has this asks by `askNow` when it is seen again, and when a whisper says so.
 */
import type { KeepCallResponseJson, OutgoingCallSignalJson } from "../rpc/gen/kajo/chat_queue/v1/call_pb";
import type { CallEndJson } from "../rpc/gen/kajo/chat_queue/v1/chat_call_pb";
import { type SignalQueue, signalQueue } from "./signal-queue";
import { type CallWire, mayPass, reasonOf } from "./wire";

export interface SignallingOptions {
  readonly wire: CallWire;
  readonly newSeat: () => string;
  /** What this seat sends at this moment. */
  readonly sending: () => { readonly cameraOn: boolean; readonly microphoneOn: boolean };
  /** Connections are being made: what others send is awaited. */
  readonly isConnecting: () => boolean;
  /** A seat was taken; what hung on the one before is over. */
  readonly onSeat: () => void;
  /** One is in the lobby, or in. */
  readonly onKept: (kept: KeepCallResponseJson) => void;
  /** The server could not be asked, or has lost the seat; it goes on by itself. */
  readonly onUnheard: () => void;
  readonly onOver: (end: CallEndJson | undefined) => void;
  readonly onElsewhere: () => void;
  /** One cannot come, or stay. */
  readonly onRefused: (error: unknown) => void;
}

const everyMs = 10_000;
/** While connections are made, or nothing was heard. */
const soonMs = 2_000;

interface Seat {
  readonly id: string;
  readonly queue: SignalQueue;
  isTaken: boolean;
  isAsking: boolean;
  /** Asked for while it was being asked: that answer may be older. */
  isAskedAgain: boolean;
  /** The last signal that is known. */
  number: bigint;
}

export function signalling(options: SignallingOptions) {
  const { wire } = options;
  let seat: Seat | undefined;
  /** What one has said to be called, also with the next seat. */
  let name: string | undefined;
  /** Who looks at it from outside, without a seat. */
  let watch: symbol | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stop = () => {
    clearTimeout(timer);
    watch = undefined;
    seat?.queue.stop();
    seat = undefined;
  };
  const later = (then: () => Promise<void>, ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void then(), ms);
  };

  /** `isLost`: the server has lost the seat before. */
  const enter = async (isLost: boolean): Promise<void> => {
    stop();
    const id = options.newSeat();
    const own: Seat = {
      id,
      queue: signalQueue((signals) => wire.send(id, signals)),
      isTaken: false,
      isAsking: false,
      isAskedAgain: false,
      number: 0n,
    };
    seat = own;
    const { error } = await wire.enter(id, name);
    if (seat !== own) {
      // Left before it was taken.
      if (error === undefined) void wire.leave(id);
      return;
    }
    if (error !== undefined) return notEntered(error, isLost);
    own.isTaken = true;
    options.onSeat();
    await ask();
  };

  const notEntered = async (error: unknown, isLost: boolean): Promise<void> => {
    if (isLost && mayPass(error)) {
      later(() => enter(true), soonMs);
      return;
    }
    stop();
    if (reasonOf(error) !== "call_ended") return options.onRefused(error);
    options.onOver((await wire.keep({})).data?.end);
  };

  const ask = async (): Promise<void> => {
    const own = seat;
    // What waits to take another seat goes on waiting.
    if (!own?.isTaken) return;
    clearTimeout(timer);
    if (own.isAsking) {
      own.isAskedAgain = true;
      return;
    }
    own.isAsking = true;
    own.isAskedAgain = false;
    const { data, error } = await wire.keep({
      seatId: own.id,
      afterNumber: String(own.number),
      ...options.sending(),
    });
    own.isAsking = false;
    if (seat !== own) return;
    if (data) hear(own, data);
    else if (mayPass(error)) options.onUnheard();
    else {
      stop();
      options.onRefused(error);
    }
    // What was heard may have ended it.
    if (seat !== own) return;
    if (own.isAskedAgain) await ask();
    else later(ask, data && !options.isConnecting() ? everyMs : soonMs);
  };

  const hear = (own: Seat, kept: KeepCallResponseJson): void => {
    for (const { number = "0" } of kept.signals ?? []) {
      if (BigInt(number) > own.number) own.number = BigInt(number);
    }
    if (kept.state === "CALL_STATE_ENDED") {
      stop();
      options.onOver(kept.end);
    } else if (kept.elsewhere) {
      stop();
      options.onElsewhere();
    } else if (kept.presence === "CALL_PRESENCE_LOBBY" || kept.presence === "CALL_PRESENCE_IN") {
      options.onKept(kept);
    } else {
      stop();
      options.onUnheard();
      later(() => enter(true), soonMs);
    }
  };

  const look = async (): Promise<void> => {
    clearTimeout(timer);
    const own = watch;
    const { data } = await wire.keep({});
    if (watch !== own) return;
    if (data?.state === "CALL_STATE_ENDED") {
      stop();
      options.onOver(data.end);
    } else later(look, everyMs);
  };

  return {
    enter(called?: string) {
      name = called;
      void enter(false);
    },
    askNow: () => void (watch ? look() : ask()),
    /** Looks from outside whether it goes on, until one comes. Answers with what ends it. */
    watch(): () => void {
      stop();
      const own = Symbol("watch");
      watch = own;
      later(look, everyMs);
      return () => {
        if (watch === own) stop();
      };
    },
    send: (signals: readonly OutgoingCallSignalJson[]) => seat?.queue.add(signals),
    async leave(): Promise<void> {
      const own = seat;
      stop();
      if (own?.isTaken) await wire.leave(own.id);
    },
  };
}
