// @vitest-environment node
/** A seat in a call: how it is taken, kept, lost and left. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { signalQueue } from "../src/call/signal-queue";
import { signalling } from "../src/call/signalling";
import type { Answer, CallWire } from "../src/call/wire";
import type { KeepCallRequestJson, KeepCallResponseJson, OutgoingCallSignalJson } from "../src/rpc";
import { Code } from "../src/rpc/transport";

const refused = (reason: string, code: number = Code.failedPrecondition) => ({
  error: { code, reason, params: {}, fields: [], traceId: "" },
});
const unreached = refused("", Code.unavailable);
const isIn: KeepCallResponseJson = { state: "CALL_STATE_ON", presence: "CALL_PRESENCE_IN" };

function seated() {
  const asked: Omit<KeepCallRequestJson, "callId">[] = [];
  const entered: string[] = [];
  const left: string[] = [];
  const told: string[] = [];
  const line = {
    enters: { data: {} } as Answer<object>,
    keeps: { data: isIn } as Answer<KeepCallResponseJson>,
    isConnecting: false,
  };
  const wire: CallWire = {
    async enter(seatId) {
      entered.push(seatId);
      return line.enters;
    },
    async keep(request) {
      asked.push(request);
      return line.keeps;
    },
    access: async () => ({ data: {} }),
    send: async () => ({ data: {} }),
    async leave(seatId) {
      left.push(seatId);
      return { data: {} };
    },
  };
  const seat = signalling({
    wire,
    newSeat: () => `seat-${entered.length + 1}`,
    sending: () => ({ cameraOn: true, microphoneOn: false }),
    isConnecting: () => line.isConnecting,
    onSeat: () => told.push("seat"),
    onKept: ({ presence = "" }) => told.push(presence),
    onUnheard: () => told.push("unheard"),
    onOver: (end) => told.push(`over ${end}`),
    onElsewhere: () => told.push("elsewhere"),
    onRefused: (error) => told.push((error as { readonly reason: string }).reason),
  });
  return { seat, line, asked, entered, left, told };
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

describe("CHA-07 a seat", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is kept every ten seconds, every two while connections are made, and at once when asked", async () => {
    const { seat, line, asked } = seated();
    seat.enter();
    await pass(0);
    expect(asked).toEqual([{ seatId: "seat-1", afterNumber: "0", cameraOn: true, microphoneOn: false }]);
    await pass(9.9);
    expect(asked).toHaveLength(1);
    line.isConnecting = true;
    await pass(0.1);
    expect(asked).toHaveLength(2);
    await pass(2);
    expect(asked).toHaveLength(3);
    line.isConnecting = false;
    seat.askNow();
    await pass(0);
    expect(asked).toHaveLength(4);
    await pass(9.9);
    expect(asked).toHaveLength(4);
  });

  it("asks behind the last signal that it knows", async () => {
    const { seat, line, asked } = seated();
    line.keeps = { data: { ...isIn, signals: [{ number: "9" }, { number: "12" }] } };
    seat.enter();
    await pass(0);
    line.keeps = { data: isIn };
    await pass(20);
    expect(asked.map(({ afterNumber }) => afterNumber)).toEqual(["0", "12", "12"]);
  });

  it("goes on by itself when the server cannot be asked", async () => {
    const { seat, line, asked, told } = seated();
    seat.enter();
    await pass(0);
    line.keeps = unreached;
    seat.askNow();
    await pass(2);
    expect(asked).toHaveLength(3);
    line.keeps = { data: isIn };
    await pass(2);
    expect(told).toEqual(["seat", "CALL_PRESENCE_IN", "unheard", "unheard", "CALL_PRESENCE_IN"]);
  });

  it("takes another one when the server has lost it", async () => {
    const { seat, line, entered, told } = seated();
    seat.enter();
    await pass(0);
    line.keeps = { data: { state: "CALL_STATE_ON", presence: "CALL_PRESENCE_AWAY" } };
    line.enters = unreached;
    await pass(10);
    line.keeps = { data: isIn };
    await pass(2);
    line.enters = { data: {} };
    await pass(2);
    expect(entered).toEqual(["seat-1", "seat-2", "seat-3"]);
    expect(told).toEqual(["seat", "CALL_PRESENCE_IN", "unheard", "seat", "CALL_PRESENCE_IN"]);
  });

  it("takes another one also where it is asked to ask meanwhile", async () => {
    const { seat, line, entered, told } = seated();
    seat.enter();
    await pass(0);
    line.keeps = { data: { state: "CALL_STATE_ON", presence: "CALL_PRESENCE_AWAY" } };
    await pass(10);
    // A whisper, or a line that is there again.
    seat.askNow();
    line.keeps = { data: isIn };
    line.enters = unreached;
    await pass(2);
    seat.askNow();
    line.enters = { data: {} };
    await pass(2);
    expect(entered).toEqual(["seat-1", "seat-2", "seat-3"]);
    expect(told.at(-1)).toBe("CALL_PRESENCE_IN");
  });

  it.each<[KeepCallResponseJson, string]>([
    [{ state: "CALL_STATE_ENDED", end: "CALL_END_CUSTOMER", presence: "CALL_PRESENCE_AWAY" }, "over CALL_END_CUSTOMER"],
    [{ ...isIn, elsewhere: true }, "elsewhere"],
  ])("is over and asks no more: %#", async (kept, words) => {
    const { seat, line, asked, left, told } = seated();
    seat.enter();
    await pass(0);
    line.keeps = { data: kept };
    await pass(60);
    expect([asked.length, told.at(-1)]).toEqual([2, words]);
    await seat.leave();
    expect(left).toEqual([]);
  });

  it("learns how a call ended that it comes too late for", async () => {
    const { seat, line, asked, told } = seated();
    line.enters = refused("call_ended");
    line.keeps = { data: { state: "CALL_STATE_ENDED", end: "CALL_END_LEFT" } };
    seat.enter();
    await pass(0);
    expect([asked, told]).toEqual([[{}], ["over CALL_END_LEFT"]]);
  });

  it("says why one cannot come, and tries no more by itself", async () => {
    const { seat, line, entered, told } = seated();
    line.enters = refused("call_full");
    seat.enter();
    await pass(60);
    expect([entered.length, told]).toEqual([1, ["call_full"]]);
  });

  it("is left, also when it is taken only after that", async () => {
    const { seat, asked, left } = seated();
    seat.enter();
    await pass(0);
    await seat.leave();
    seat.enter();
    await seat.leave();
    await pass(60);
    expect([left, asked.length]).toEqual([["seat-1", "seat-2"], 1]);
  });
});

describe("CHA-07 whoever is outside", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("looks every ten seconds without a seat, and at once when asked, until it is over", async () => {
    const { seat, line, asked, told } = seated();
    line.keeps = { data: { state: "CALL_STATE_ON" } };
    seat.watch();
    await pass(9);
    expect(asked).toEqual([]);
    await pass(1);
    expect(asked).toEqual([{}]);
    line.keeps = { data: { state: "CALL_STATE_ENDED", end: "CALL_END_APPOINTMENT_OVER" } };
    seat.askNow();
    await pass(30);
    expect([asked.length, told]).toEqual([2, ["over CALL_END_APPOINTMENT_OVER"]]);
  });

  it("looks no more once they come, or look away", async () => {
    const { seat, asked, told } = seated();
    const away = seat.watch();
    seat.enter();
    await pass(0);
    expect(asked).toEqual([{ seatId: "seat-1", afterNumber: "0", cameraOn: true, microphoneOn: false }]);
    // What ends the look ends no seat.
    away();
    await pass(10);
    expect(asked).toHaveLength(2);
    await seat.leave();
    seat.watch()();
    await pass(30);
    expect([asked.length, told.at(-1)]).toEqual([2, "CALL_PRESENCE_IN"]);
  });
});

describe("CHA-07 signals", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const signal = (payload: string): OutgoingCallSignalJson => ({ participantId: "p", seatId: "s", payload });

  it("go in their order, together, and again when they did not arrive", async () => {
    const sent: (string | undefined)[][] = [];
    const answers: Answer<unknown>[] = [unreached, refused("call_signals_too_many")];
    const queue = signalQueue(async (signals) => {
      sent.push(signals.map(({ payload }) => payload));
      return answers.shift() ?? { data: {} };
    });
    queue.add([signal("1")]);
    queue.add([signal("2")]);
    await pass(1);
    queue.add([signal("3")]);
    await pass(2);
    expect(sent).toEqual([["1"], ["1", "2"], ["1", "2", "3"]]);
  });

  it("are given up when the server says no, fifty at most at once, and none any more when it is over", async () => {
    const sizes: number[] = [];
    const queue = signalQueue(async (signals) => {
      sizes.push(signals.length);
      return sizes.length === 1 ? refused("call_not_admitted") : { data: {} };
    });
    queue.add(Array.from({ length: 70 }, (_, index) => signal(`${index}`)));
    await pass(1);
    expect(sizes).toEqual([50, 20]);
    queue.stop();
    queue.add([signal("late")]);
    await pass(1);
    expect(sizes).toHaveLength(2);
  });
});
