// @vitest-environment node
/** Browsers that are connected with each other, over connections without a network. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MeshTransport } from "../src/call/mesh";
import { bodyOf } from "../src/call/signal";
import type { CallParticipantJson, CallSignalJson } from "../src/rpc";
import { FakeConnection } from "./fake-connection";
import { FakeStream, FakeTrack, frontCamera, microphone } from "./fake-media";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("MediaStream", FakeStream);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

/** One browser: its connections, and the signals that it has sent. */
function browser(ownId: string, ownSeat: string) {
  const connections: FakeConnection[] = [];
  const sent: CallSignalJson[] = [];
  const told: string[] = [];
  let asked = 0;
  const mesh = new MeshTransport({
    send: (signals) =>
      void sent.push(...signals.map(({ payload = "" }) => ({ participantId: ownId, seatId: ownSeat, payload }))),
    async access() {
      asked += 1;
      return { iceServers: [{ urls: ["turn:t"], username: `${asked}`, credential: "c" }], relayOnly: true };
    },
    connect(configuration) {
      const connection = new FakeConnection(configuration);
      connections.push(connection);
      return connection as never;
    },
  });
  mesh.on("connection", ({ connection }) => told.push(`${connection}`));
  const hear = (others: readonly CallParticipantJson[], signals: readonly CallSignalJson[] = []) =>
    mesh.heard([{ participantId: ownId, seatId: ownSeat, own: true }, ...others], signals);
  const last = () => connections.at(-1) as FakeConnection;
  const kinds = () =>
    sent.map(({ payload }) => {
      const { description, candidates } = bodyOf(payload) ?? {};
      return description?.type ?? candidates?.map(({ candidate }) => candidate).join();
    });
  return { mesh, connections, sent, told, hear, last, kinds, asked: () => asked };
}

const aino = { participantId: "a", seatId: "1" };
const eino = { participantId: "e", seatId: "2" };

/** Both know of each other, and have sent each other what there was to send. */
async function pair() {
  const first = browser("a", "1");
  const second = browser("e", "2");
  for (const each of [first, second]) {
    each.mesh.join(new MediaStream([new FakeTrack(frontCamera), new FakeTrack(microphone)] as never));
  }
  first.hear([eino]);
  second.hear([aino]);
  await pass(0);
  return { first, second };
}

/** Hands over what one has sent since. */
async function hand(from: ReturnType<typeof browser>, to: ReturnType<typeof browser>, who: CallParticipantJson) {
  to.hear([who], from.sent.splice(0));
  await pass(0);
}

describe("CHA-07 a mesh", () => {
  it("makes a connection whose one side offers and whose other answers in kind", async () => {
    const { first, second } = await pair();
    // Whoever gives way waits: no two offers meet.
    expect([first.kinds(), second.kinds()]).toEqual([["offer"], []]);
    await hand(first, second, aino);
    expect(second.kinds()).toEqual(["answer"]);
    expect(second.last().directions).toEqual(["sendrecv", "sendrecv"]);
    expect(Object.values(second.last().sent).map((track) => (track as FakeTrack).label)).toEqual([
      microphone.label,
      frontCamera.label,
    ]);
    await hand(second, first, eino);
    expect(first.last().signalingState).toBe("stable");
    first.last().become("connected");
    expect(first.told).toEqual(["connecting", "connected"]);
  });

  it("goes by the servers alone where it is told so, with the password that was given for it", async () => {
    const { first } = await pair();
    expect(first.last().configurations).toEqual([
      {
        bundlePolicy: "max-bundle",
        iceTransportPolicy: "relay",
        iceServers: [{ urls: ["turn:t"], username: "1", credential: "c" }],
      },
    ]);
  });

  it("sends candidates together, behind their description, and keeps those that come before it", async () => {
    const { first, second } = await pair();
    first.last().find("1");
    first.last().find("2");
    await pass(0.1);
    expect(first.kinds()).toEqual(["offer", "1,2"]);
    const [offer, candidates] = first.sent.splice(0);
    second.hear([aino], [candidates as CallSignalJson]);
    await pass(0);
    expect(second.last().candidates).toEqual([]);
    second.hear([aino], [offer as CallSignalJson]);
    await pass(0);
    expect(second.last().candidates).toEqual(["1", "2"]);
  });

  it("keeps what comes from a seat that nobody has told of yet", async () => {
    const { first, second } = await pair();
    const offer = first.sent.splice(0).map((signal) => ({ ...signal, seatId: "9" }));
    second.hear([aino], offer);
    await pass(0);
    expect(second.sent).toEqual([]);
    second.hear([{ ...aino, seatId: "9" }]);
    await pass(0);
    expect([second.connections.length, second.kinds()]).toEqual([2, ["answer"]]);
  });

  it("begins anew with another seat, and ends with who has gone", async () => {
    const { first } = await pair();
    first.hear([{ ...eino, seatId: "3" }]);
    await pass(0);
    expect(first.connections.map(({ connectionState }) => connectionState)).toEqual(["closed", "new"]);
    expect(first.kinds()).toEqual(["offer", "offer"]);
    first.hear([]);
    expect(first.last().connectionState).toBe("closed");
    expect(first.told).toEqual(["connecting", "undefined", "connecting", "undefined"]);
  });

  it("looks for a way anew with another password, five seconds after a cut or at once when there is none", async () => {
    const { first, second } = await pair();
    await hand(first, second, aino);
    await hand(second, first, eino);
    first.last().become("connected");
    first.last().become("disconnected");
    await pass(4.9);
    expect(first.asked()).toBe(1);
    first.last().become("connected");
    await pass(10);
    expect([first.asked(), first.kinds()]).toEqual([1, []]);
    first.last().become("disconnected");
    await pass(5);
    expect([first.asked(), first.kinds()]).toEqual([2, ["offer"]]);
    expect(first.last().configurations.map(({ iceServers }) => iceServers?.[0]?.username)).toEqual(["1", "2"]);
    await hand(first, second, aino);
    second.last().become("failed");
    await pass(0);
    expect(second.asked()).toBe(2);
    expect(first.told).toEqual(["connecting", "connected", "reconnecting", "connected", "reconnecting"]);
  });

  it("lets the own offer go where two meet, on the side that gives way", async () => {
    const { first, second } = await pair();
    await hand(first, second, aino);
    await hand(second, first, eino);
    first.last().restartIce();
    second.last().restartIce();
    await pass(0);
    const [ofFirst, ofSecond] = [first.sent.splice(0), second.sent.splice(0)];
    first.hear([eino], ofSecond);
    second.hear([aino], ofFirst);
    await pass(0);
    expect([first.kinds(), second.kinds()]).toEqual([[], ["answer"]]);
    await hand(second, first, eino);
    expect([first.last().signalingState, second.last().signalingState]).toEqual(["stable", "stable"]);
  });

  it("says after fifteen seconds that there is no connection, and goes on", async () => {
    const { first } = await pair();
    await pass(14.9);
    expect(first.told).toEqual(["connecting"]);
    await pass(0.2);
    expect(first.told).toEqual(["connecting", "failed"]);
    first.last().become("connecting");
    first.last().become("connected");
    expect(first.told).toEqual(["connecting", "failed", "connected"]);
  });

  it("sends no picture while the camera is off, silence while the microphone is, and another camera in its place", async () => {
    const { first } = await pair();
    const { video, audio } = first.last().sent as { readonly video: FakeTrack; readonly audio: FakeTrack };
    first.mesh.setEnabled("video", false);
    first.mesh.setEnabled("audio", false);
    await pass(0);
    expect([first.last().sent.video, first.last().sent.audio, audio.enabled]).toEqual([null, audio, false]);
    first.mesh.setEnabled("video", true);
    await pass(0);
    expect(first.last().sent.video).toBe(video);
    await first.mesh.replaceTrack("video", null);
    expect(first.last().sent.video).toBe(null);
    const other = new FakeTrack(frontCamera);
    await first.mesh.replaceTrack("video", other as never);
    expect(first.last().sent.video).toBe(other);
  });

  it("comes also with nothing to send, and tells no more once it was left", async () => {
    const alone = browser("a", "1");
    alone.mesh.join(new MediaStream());
    alone.hear([eino]);
    await pass(0);
    expect([alone.last().sent, alone.kinds()]).toEqual([{ audio: null, video: null }, ["offer"]]);
    alone.mesh.leave();
    alone.last().become("failed");
    await pass(60);
    expect(alone.told).toEqual(["connecting"]);
  });
});
