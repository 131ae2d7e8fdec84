// @vitest-environment node
/** What a call decides by itself: who gives way, who has come and gone, and how good a connection is. */
import { describe, expect, it } from "vitest";
import { connectionOf } from "../src/call/connection";
import { deviceFailureOf } from "../src/call/devices";
import { type Health, healthMeter, healthOf, wordOf, worstOf } from "../src/call/health";
import { levelOf } from "../src/call/level";
import { candidateKeeper, isPolite, restartAfterMs, takes } from "../src/call/negotiation";
import { countersOf, sampleOf } from "../src/call/peer-stats";
import { rosterChange } from "../src/call/roster";
import { bodyOf, payloadOf } from "../src/call/signal";

describe("CHA-07 two who begin at the same moment", () => {
  it("know without asking who gives way: whoever has the greater id", () => {
    expect([isPolite("b", "a"), isPolite("a", "b")]).toEqual([true, false]);
  });

  const states = ["stable", "have-local-offer"] as const;
  it.each(
    [true, false].flatMap((polite) =>
      [true, false].flatMap((isMakingOffer) => states.map((state) => [polite, isMakingOffer, state] as const)),
    ),
  )("take an offer unless an own one counts: polite %s, making one %s, %s", (polite, isMakingOffer, signalingState) => {
    const isInTheWay = isMakingOffer || signalingState !== "stable";
    expect(takes({ isPolite: polite, isMakingOffer, signalingState }, "offer")).toBe(polite || !isInTheWay);
  });

  it("take an answer to an offer that stands, and no other", () => {
    const own = { isPolite: true, isMakingOffer: false };
    expect(takes({ ...own, signalingState: "have-local-offer" }, "answer")).toBe(true);
    expect(takes({ ...own, signalingState: "stable" }, "answer")).toBe(false);
  });

  it("look for another way at once when there is none, after five seconds when it may heal, and else not", () => {
    const all = ["new", "connecting", "connected", "disconnected", "failed", "closed"] as const;
    expect(all.map(restartAfterMs)).toEqual([undefined, undefined, undefined, 5_000, 0, undefined]);
  });

  it("keep candidates that come before the description, in their order", async () => {
    const added: (string | undefined)[] = [];
    const keeper = candidateKeeper(async ({ candidate }) => void added.push(candidate));
    await keeper.take([{ candidate: "1" }, { candidate: "2" }]);
    expect(added).toEqual([]);
    await keeper.open();
    await keeper.take([{ candidate: "3" }]);
    expect(added).toEqual(["1", "2", "3"]);
  });

  it("read what others send, and nothing that is something else", () => {
    const offer = { description: { type: "offer", sdp: "v=0" } } as const;
    expect(bodyOf(payloadOf(offer))).toEqual(offer);
    const candidates = { candidates: [{ candidate: "candidate:1", sdpMid: "0" }] };
    expect(bodyOf(payloadOf(candidates))).toEqual(candidates);
    const others = [
      undefined,
      "",
      "7",
      "null",
      "{",
      '{"description":{"type":"rollback","sdp":""}}',
      '{"candidates":[1]}',
    ];
    expect(others.map(bodyOf)).toEqual(others.map(() => undefined));
  });
});

describe("CHA-07 who takes part", () => {
  const own = { participantId: "own", seatId: "1", own: true };
  const eino = { participantId: "eino", seatId: "2" };

  it("begins with everybody else, and ends with those who have gone", () => {
    expect(rosterChange(new Map(), [own, eino])).toEqual({ gone: [], come: [eino] });
    expect(rosterChange(new Map([["eino", "2"]]), [own, eino])).toEqual({ gone: [], come: [] });
    expect(rosterChange(new Map([["eino", "2"]]), [own])).toEqual({ gone: ["eino"], come: [] });
  });

  it("begins anew with whoever has another seat", () => {
    const anew = { ...eino, seatId: "3" };
    expect(rosterChange(new Map([["eino", "2"]]), [own, anew])).toEqual({ gone: ["eino"], come: [anew] });
  });
});

describe("CHA-07 how good a connection is", () => {
  it.each<[number | undefined, number | undefined, Health]>([
    [undefined, undefined, "good"],
    [0.03, 250, "good"],
    [0.031, 0, "fair"],
    [0, 251, "fair"],
    [0.08, 500, "fair"],
    [0.081, 0, "poor"],
    [0, 501, "poor"],
  ])("is a word for loss %s and a round trip of %s ms: %s", (loss, roundTripMs, word) => {
    expect(wordOf({ loss, roundTripMs })).toBe(word);
  });

  it("is what two of the last three measures reach", () => {
    expect(healthOf(["poor"])).toBe("good");
    expect(healthOf(["good", "poor", "good"])).toBe("good");
    expect(healthOf(["poor", "good", "poor"])).toBe("poor");
    expect(healthOf(["poor", "fair", "good"])).toBe("fair");
    const meter = healthMeter();
    const bad = { loss: 0.5, roundTripMs: 10 };
    const well = { loss: 0, roundTripMs: 10 };
    expect([bad, bad, well, well, well].map(meter)).toEqual(["good", "poor", "poor", "good", "good"]);
    expect([worstOf(["good", "poor", "fair"]), worstOf([])]).toEqual(["poor", undefined]);
  });

  it("counts what was lost between two looks, and asks nothing of a few packets", () => {
    const report = (received: number, lost: number, fractionLost?: number) => [
      { type: "inbound-rtp", packetsReceived: received, packetsLost: lost },
      { type: "inbound-rtp", packetsReceived: 10, packetsLost: 0 },
      { type: "remote-inbound-rtp", ...(fractionLost === undefined ? {} : { fractionLost }) },
      { type: "transport", selectedCandidatePairId: "used" },
      { type: "candidate-pair", id: "used", currentRoundTripTime: 0.3 },
      { type: "candidate-pair", id: "other", currentRoundTripTime: 9, nominated: true, state: "succeeded" },
    ];
    const before = countersOf(report(100, 5));
    expect(sampleOf(before, countersOf(report(190, 15)))).toEqual({ loss: 0.1, roundTripMs: 300 });
    expect(sampleOf(before, countersOf(report(101, 9)))).toEqual({ loss: undefined, roundTripMs: 300 });
    expect(sampleOf(before, countersOf(report(101, 5, 0.2)))).toEqual({ loss: 0.2, roundTripMs: 300 });
    expect(sampleOf(undefined, countersOf([]))).toEqual({ loss: undefined, roundTripMs: undefined });
  });

  it("finds the pair in use also where the browser names none", () => {
    const pair = { type: "candidate-pair", nominated: true, state: "succeeded", currentRoundTripTime: 0.05 };
    expect(countersOf([pair]).roundTripMs).toBe(50);
  });

  it("stands as its worst way does", () => {
    expect(connectionOf([], true)).toBe("connected");
    expect(connectionOf(["connected", "connecting"], true)).toBe("connecting");
    expect(connectionOf(["connecting", "failed"], true)).toBe("failed");
    expect(connectionOf(["connected"], false)).toBe("reconnecting");
  });
});

describe("CHA-07 devices", () => {
  it.each([
    ["NotAllowedError", "denied"],
    ["SecurityError", "denied"],
    ["NotReadableError", "inUse"],
    ["AbortError", "inUse"],
    ["NotFoundError", "missing"],
    ["OverconstrainedError", "missing"],
    ["TypeError", "unsupported"],
  ])("that cannot be had say why: %s", (name, failure) => {
    expect(deviceFailureOf(Object.assign(new Error(), { name }))).toBe(failure);
  });

  it("show how loud it is", () => {
    expect(levelOf(new Uint8Array([128, 128]))).toBe(0);
    expect(levelOf(new Uint8Array([112, 144]))).toBe(0.5);
    expect(levelOf(new Uint8Array([0, 255]))).toBe(1);
  });
});
