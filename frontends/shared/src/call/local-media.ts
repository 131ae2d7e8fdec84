/**
 * The own camera and microphone: opened, switched off, chosen among others, and replaced when one is unplugged. What was chosen is remembered
 * in this browser; it names devices and no persons.
 */
import { inBrowser } from "../storage/kept";
import { type DeviceFailure, type DeviceLists, listDevices, onDevicesChanged, openTracks } from "./devices";
import type { MediaKind } from "./transport";

export interface KindView {
  /** It is to be on. */
  readonly isWanted: boolean;
  readonly track: MediaStreamTrack | undefined;
  readonly failure: DeviceFailure | undefined;
  /** The one in use, or chosen; "": any. */
  readonly deviceId: string;
}

/** A device was unplugged. */
export interface Unplugged {
  readonly kind: MediaKind;
  /** What is used instead; undefined: there is no other. */
  readonly instead: string | undefined;
}

export interface MediaView extends DeviceLists {
  readonly video: KindView;
  readonly audio: KindView;
  /** The microphone stays open and sends silence. */
  readonly isMuted: boolean;
  readonly speakerId: string;
  /** The browser is asked, and may be asking the person. */
  readonly isAsking: boolean;
  readonly unplugged: Unplugged | undefined;
}

const keys = { video: "kajo.call.camera", audio: "kajo.call.microphone", speaker: "kajo.call.speaker" } as const;

const closed = (kind: MediaKind): KindView => ({
  isWanted: true,
  track: undefined,
  failure: undefined,
  deviceId: inBrowser.get(keys[kind]) ?? "",
});

export function localMedia() {
  let view: MediaView = {
    video: closed("video"),
    audio: closed("audio"),
    isMuted: false,
    speakerId: inBrowser.get(keys.speaker) ?? "",
    cameras: [],
    microphones: [],
    speakers: [],
    isAsking: false,
    unplugged: undefined,
  };
  let stopListening: (() => void) | undefined;
  const listeners = new Set<() => void>();
  /** What is being opened, by what asked for it last: what comes for another one is closed again. */
  const asked = new Map<MediaKind, symbol>();

  const change = (changes: Partial<MediaView>) => {
    view = { ...view, ...changes };
    for (const listener of listeners) listener();
  };
  const changeKind = (kind: MediaKind, changes: Partial<KindView>) =>
    change(kind === "video" ? { video: { ...view.video, ...changes } } : { audio: { ...view.audio, ...changes } });

  const list = async () => {
    const lists = await listDevices();
    if (stopListening) change(lists);
  };

  const open = async (kinds: readonly MediaKind[]): Promise<void> => {
    const own = Symbol("open");
    for (const kind of kinds) asked.set(kind, own);
    change({ isAsking: true });
    const wishes = Object.fromEntries(kinds.map((kind) => [kind, view[kind].deviceId]));
    const { tracks, failures } = await openTracks(wishes);
    for (const kind of kinds) {
      const track = tracks[kind];
      if (asked.get(kind) !== own) {
        track?.stop();
        continue;
      }
      asked.delete(kind);
      if (track) take(kind, track);
      else changeKind(kind, { failure: failures[kind] ?? "missing" });
    }
    change({ isAsking: asked.size > 0 });
    // Names are told once one may be used.
    await list();
  };
  const take = (kind: MediaKind, track: MediaStreamTrack) => {
    if (kind === "audio") track.enabled = !view.isMuted;
    track.addEventListener("ended", () => void replace(kind, track));
    changeKind(kind, { track, failure: undefined, deviceId: track.getSettings?.().deviceId ?? view[kind].deviceId });
  };
  const drop = (kind: MediaKind) => {
    asked.delete(kind);
    view[kind].track?.stop();
    changeKind(kind, { track: undefined });
  };

  /** It ended by itself: it was unplugged, or may not be used any more. */
  const replace = async (kind: MediaKind, track: MediaStreamTrack) => {
    if (view[kind].track !== track) return;
    changeKind(kind, { track: undefined });
    await open([kind]);
    const { track: other, failure } = view[kind];
    if (other || failure === "missing") change({ unplugged: { kind, instead: other?.label } });
  };
  const devicesChanged = async () => {
    await list();
    const missed = (["video", "audio"] as const).filter(
      (kind) => view[kind].isWanted && view[kind].failure === "missing" && !asked.has(kind),
    );
    // What was missing may be there now.
    if (stopListening && missed.length > 0) await open(missed);
  };

  return {
    view: () => view,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start() {
      stopListening ??= onDevicesChanged(() => void devicesChanged());
      const kinds = (["video", "audio"] as const).filter((kind) => view[kind].isWanted && !view[kind].track);
      if (kinds.length > 0) void open(kinds);
    },
    /** The lights go out. */
    stop() {
      stopListening?.();
      stopListening = undefined;
      for (const kind of ["video", "audio"] as const) drop(kind);
      change({ isAsking: false, unplugged: undefined });
    },
    turn(kind: MediaKind, isOn: boolean) {
      changeKind(kind, { isWanted: isOn, failure: undefined });
      change({ unplugged: undefined });
      if (isOn) void open([kind]);
      else drop(kind);
    },
    mute(isMuted: boolean) {
      const { track } = view.audio;
      if (track) track.enabled = !isMuted;
      change({ isMuted });
    },
    choose(kind: MediaKind, deviceId: string) {
      inBrowser.set(keys[kind], deviceId);
      // Before: phones open no second one beside it.
      drop(kind);
      changeKind(kind, { isWanted: true, deviceId });
      change({ unplugged: undefined });
      void open([kind]);
    },
    chooseSpeaker(speakerId: string) {
      inBrowser.set(keys.speaker, speakerId);
      change({ speakerId });
    },
    /** Somebody has done what was said to do. */
    retry(kind: MediaKind) {
      void open([kind]);
    },
  };
}

export type LocalMedia = ReturnType<typeof localMedia>;
