/**
 * Follows the live stream for as long as the tab lives: resumes behind the last cursor, waits longer after each
 * failure, and gives up only when the answer says that trying again is no use.
 */
import { create } from "@bufbuild/protobuf";
import { platformHeader } from "../rpc/base-query";
import type { RpcFailure } from "../rpc/failure";
import { failureOf } from "../rpc/failure-of";
import { LiveService, SubscribeRequestSchema, type Update } from "../rpc/gen/kajo/live/v1/live_pb";
import { newTrace } from "../rpc/trace";
import { Code, type Transport } from "../rpc/transport";

export interface FollowOptions {
  readonly transport: Transport;
  readonly signal: AbortSignal;
  /** Where to begin; empty: where the stream stands. */
  readonly from: string;
  /** Each update but heartbeats. `resumed` tells whether the stream continued behind a cursor. */
  readonly onUpdate: (update: Update, resumed: boolean) => void;
  /** The stream stands, or was lost and is tried again. */
  readonly onConnected: (connected: boolean) => void;
  /** No further tries. */
  readonly onRefused: (failure: RpcFailure) => void;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
}

/** The server says something at least every 15 seconds; this much silence means the line is dead. */
export const silenceMs = 40_000;

const firstPauseMs = 500;
const longestPauseMs = 15_000;

/** Answers after which another try would get the same one. */
const final: readonly number[] = [
  Code.invalidArgument,
  Code.notFound,
  Code.permissionDenied,
  Code.unimplemented,
  Code.unauthenticated,
];

export async function follow(options: FollowOptions): Promise<void> {
  let cursor = options.from;
  let failures = 0;
  while (!options.signal.aborted) {
    const trace = newTrace();
    const line = openLine(options.signal);
    try {
      const updates = options.transport.stream(
        LiveService.method.subscribe,
        create(SubscribeRequestSchema, { cursor }),
        {
          metadata: { ...platformHeader, traceparent: trace.traceparent },
          signal: line.signal,
        },
      );
      const resumed = cursor !== "";
      for await (const update of updates) {
        line.heard();
        if (failures > 0 || update.update.case === "welcome" || update.update.case === "reset") {
          options.onConnected(true);
        }
        failures = 0;
        if (update.cursor !== "") cursor = update.cursor;
        if (update.update.case !== "heartbeat") options.onUpdate(update, resumed);
        if (update.update.case === "sessionEnded") return;
      }
      // Ended with OK: the server rotates its streams. Go on at once, but never in a tight loop.
      await options.wait(firstPauseMs * options.random(), options.signal);
    } catch (error) {
      if (options.signal.aborted) return;
      const failure = failureOf(error, trace.id);
      if (final.includes(failure.code)) {
        options.onRefused(failure);
        return;
      }
      options.onConnected(false);
      await options.wait(pauseMs(failures, options.random()), options.signal);
      failures += 1;
    } finally {
      line.close();
    }
  }
}

/** Doubling pauses, spread over half of their length so that a thousand tabs do not come back at once. */
export function pauseMs(failures: number, random: number): number {
  const full = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
  return full * (0.5 + random / 2);
}

/** One try: ends with the tab, or when nothing is heard for too long. */
function openLine(tab: AbortSignal) {
  const controller = new AbortController();
  const close = () => controller.abort();
  tab.addEventListener("abort", close);
  let timer = setTimeout(close, silenceMs);
  return {
    signal: controller.signal,
    heard() {
      clearTimeout(timer);
      timer = setTimeout(close, silenceMs);
    },
    close() {
      clearTimeout(timer);
      tab.removeEventListener("abort", close);
    },
  };
}
