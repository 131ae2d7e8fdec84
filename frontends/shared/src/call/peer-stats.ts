/** What a browser counts of a connection, as what people feel of it. */
import type { Sample } from "./health";

/** Counted since the connection began. */
export interface Counters {
  readonly received: number;
  readonly lost: number;
  /** The share that the other one missed of what was sent to them, as they said it last. */
  readonly theirLoss: number | undefined;
  readonly roundTripMs: number | undefined;
}

/** An entry of the browser's report; which numbers it has depends on its type. */
type Entry = Readonly<Record<string, unknown>>;

const numberOf = (value: unknown) => (typeof value === "number" && Number.isFinite(value) ? value : undefined);

const sum = (entries: readonly Entry[], name: string) =>
  entries.reduce((total, entry) => total + (numberOf(entry[name]) ?? 0), 0);

export function countersOf(report: Iterable<Entry>): Counters {
  const entries = [...report];
  const of = (type: string) => entries.filter((entry) => entry.type === type);
  const inbound = of("inbound-rtp");
  const losses = of("remote-inbound-rtp").flatMap(({ fractionLost }) => numberOf(fractionLost) ?? []);
  const seconds = numberOf(pairOf(of("candidate-pair"), of("transport"))?.currentRoundTripTime);
  return {
    received: sum(inbound, "packetsReceived"),
    lost: sum(inbound, "packetsLost"),
    theirLoss: losses.length > 0 ? Math.max(...losses) : undefined,
    roundTripMs: seconds === undefined ? undefined : seconds * 1_000,
  };
}

/** The pair of addresses that is in use. Not every browser says which one that is. */
function pairOf(pairs: readonly Entry[], transports: readonly Entry[]): Entry | undefined {
  const [id] = transports.flatMap(({ selectedCandidatePairId }) => selectedCandidatePairId ?? []);
  return (
    pairs.find((pair) => (id === undefined ? pair.selected === true : pair.id === id)) ??
    pairs.find(({ nominated, state }) => nominated === true && state === "succeeded")
  );
}

/** Of fewer packets than this one alone would be a large share. */
const fewestPackets = 20;

/** What has happened between two looks. */
export function sampleOf(before: Counters | undefined, now: Counters): Sample {
  const received = now.received - (before?.received ?? 0);
  const lost = Math.max(0, now.lost - (before?.lost ?? 0));
  const ownLoss = received + lost < fewestPackets ? undefined : lost / (received + lost);
  const losses = [ownLoss, now.theirLoss].filter((loss) => loss !== undefined);
  return { loss: losses.length > 0 ? Math.max(...losses) : undefined, roundTripMs: now.roundTripMs };
}
