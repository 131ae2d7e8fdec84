import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useDispatch } from "react-redux";
import { useWhisper } from "../live/use-whisper";
import { useDeed } from "../patterns/use-deed";
import { newIdempotencyKey } from "../rpc/idempotency-key";
import { beforeSignOut } from "../session/unfinished-work";
import { useAdmitToCallMutation, useEndCallMutation } from "./api";
import { connectionOf } from "./connection";
import type { LocalMedia } from "./local-media";
import { MeshTransport } from "./mesh";
import { type CallView, type RunningCall, runningCall } from "./running-call";
import type { Connection } from "./transport";
import { type Devices, useDevices } from "./use-devices";
import { callWire } from "./wire";

/** A camera or a microphone, as its switch shows it. */
interface Toggle {
  readonly isOn: boolean;
  readonly toggle: () => void;
}

export interface Call extends Omit<CallView, "connections" | "isHeard" | "isUnable"> {
  /** One goes on in another tab, or on another device. */
  readonly elsewhere: boolean;
  readonly connection: Connection;
  readonly localStream: MediaStream | undefined;
  readonly camera: Toggle;
  readonly microphone: Toggle;
  readonly devices: Devices;
  readonly isEnding: boolean;
  /** It was ended here. */
  readonly hasEnded: boolean;
  readonly isAdmitting: boolean;
  /** Comes to the call with what camera and microphone give. */
  readonly join: () => void;
  readonly leave: () => void;
  /** Back to before one comes, from another tab or from having left. */
  readonly prepare: () => void;
  /** For everybody. */
  readonly endCall: () => void;
  readonly admit: (participantId: string) => void;
}

/**
 * One call as long as the component lives: whoever goes to another page leaves it, and a page that is loaded anew comes again. `name`: of who
 * says themselves what they are called.
 */
export function useCall(callId: string, name?: string): Call {
  const devices = useDevices();
  const running = useRunning(callId);
  const { connections, isHeard, isUnable, ...view } = useSyncExternalStore(running.subscribe, running.view);
  const ended = useEnd(callId, running);
  const admission = useAdmit(callId);
  useSending(running, devices);

  const { phase } = view;
  useEffect(() => {
    // Whoever is not in it, not yet or not any more, learns that it is over.
    return phase === "out" ? running.watch() : undefined;
  }, [running, phase]);
  const isGone = phase === "over" || phase === "elsewhere";
  const { start, stop } = devices;
  useEffect(() => {
    if (isGone) stop();
  }, [isGone, stop]);

  return {
    ...view,
    ...ended,
    ...admission,
    ...switchesOf(devices),
    devices,
    localStream: devices.localStream,
    elsewhere: phase === "elsewhere",
    connection: isUnable ? "failed" : connectionOf(connections.values(), isHeard),
    join: () => running.enter(name),
    leave() {
      void running.leave();
      stop();
    },
    prepare() {
      running.reset();
      start();
    },
  };
}

function useRunning(callId: string): RunningCall {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const [running] = useState(() =>
    runningCall({
      wire: callWire(dispatch, callId),
      newSeat: newIdempotencyKey,
      createTransport: (channel) => new MeshTransport(channel),
    }),
  );
  useWhisper("kajo.chat_queue.v1.CallMoved", async (payload) => {
    const read = await import("./call-whispers").catch(() => undefined);
    // One that cannot be read may be about this call.
    if (!read || read.callMovedOf(payload).callId === callId) running.askNow();
  });
  useEffect(() => {
    // Timers sleep with the page, and a line that is there again has something to tell.
    const seen = () => {
      if (!document.hidden) running.askNow();
    };
    document.addEventListener("visibilitychange", seen);
    window.addEventListener("online", running.askNow);
    const signedOut = beforeSignOut(() => running.leave());
    return () => {
      document.removeEventListener("visibilitychange", seen);
      window.removeEventListener("online", running.askNow);
      signedOut();
      void running.leave();
    };
  }, [running]);
  return running;
}

/** What camera and microphone give is what the others get. */
function useSending(running: RunningCall, { video, audio, isMuted }: Devices): void {
  useEffect(() => {
    running.sends("video", video.track, true);
  }, [running, video.track]);
  useEffect(() => {
    running.sends("audio", audio.track, !isMuted);
  }, [running, audio.track, isMuted]);
}

/** In a call a camera that is switched off is closed, so that its light goes out; a microphone stays open, so that it is on again at once. */
function switchesOf(devices: Pick<Devices, "video" | "audio" | "isMuted"> & Pick<LocalMedia, "turn" | "mute">) {
  const { video, audio, isMuted, turn, mute } = devices;
  const hears = audio.track !== undefined;
  return {
    camera: { isOn: video.track !== undefined, toggle: () => turn("video", video.track === undefined) },
    microphone: {
      isOn: hears && !isMuted,
      toggle() {
        mute(hears && !isMuted);
        if (!hears) turn("audio", true);
      },
    },
  };
}

function useEnd(callId: string, running: RunningCall) {
  const mutation = useEndCallMutation();
  const end = useDeed(mutation);
  const endCall = async () => {
    if (await end.run({ callId })) running.askNow();
  };
  return { isEnding: end.isPending, hasEnded: mutation[1].isSuccess, endCall: () => void endCall() };
}

function useAdmit(callId: string) {
  const letIn = useDeed(useAdmitToCallMutation());
  return { isAdmitting: letIn.isPending, admit: (participantId: string) => void letIn.run({ callId, participantId }) };
}
