/** The one stream of the tab, started once at the store. */
import type { Dispatch, UnknownAction } from "@reduxjs/toolkit";
import { rest } from "../app/rest";
import { api } from "../rpc/api";
import { isEntering, isSignedOut } from "../rpc/failure";
import type { Transport } from "../rpc/transport";
import { sessionEnded, signedOut } from "../session/over";
import { sessionSlice } from "../session/slice";
import { createGatherer, staleAfter } from "./fan-out";
import type { FollowOptions } from "./follow";
import { liveSlice } from "./slice";
import { firstStreamCursor } from "./stream-cursor";
import { tellWhisper } from "./whispers";

/** How long tags are gathered before they are fetched anew. */
const gatherMs = 30;

/** Follows until the answered function is called. */
export function startLive(transport: Transport, dispatch: Dispatch<UnknownAction>): () => void {
  const controller = new AbortController();
  const gather = createGatherer(
    (tags) => dispatch(api.util.invalidateTags(tags)),
    (then) => setTimeout(then, gatherMs),
  );
  const done = followLater({
    transport,
    signal: controller.signal,
    from: firstStreamCursor(),
    onUpdate(update, resumed) {
      gather(staleAfter(update, resumed));
      if (update.update.case === "whisper") tellWhisper(update.update.value);
      if (update.update.case === "sessionEnded") dispatch(sessionEnded() as never);
    },
    onConnected: (connected) => dispatch(liveSlice.actions.connectedChanged(connected)),
    onRefused(failure) {
      if (isSignedOut(failure)) dispatch(signedOut() as never);
      // Every page follows: who is not admitted stays on none for longer than it takes to come to rest.
      if (isEntering(failure)) dispatch(sessionSlice.actions.entering());
      else if (failure.reason === "not_admitted") dispatch(sessionSlice.actions.denied());
      // Where one works has changed: it shows now, and not at the next click into pages that stand still.
      else if (failure.reason === "access_denied") dispatch(api.util.invalidateTags(["WorkContext"]));
    },
    wait,
    random: Math.random,
  });
  const stop = () => {
    controller.abort();
    dispatch(liveSlice.actions.stopped());
  };
  // Stopped before, it says nothing more: by then another one may follow.
  void done.finally(() => controller.signal.aborted || stop());
  return stop;
}

/** The stream's code is fetched when there is something to follow, and the page has come to rest. */
async function followLater(options: FollowOptions): Promise<void> {
  await rest();
  if (options.signal.aborted) return;
  const { follow } = await import("./follow");
  await follow(options);
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener("abort", finish);
  });
}
