/** Cameras, microphones and speakers as the browser has them, and why one cannot be had. */
import type { MediaKind } from "./transport";

/** `denied`: the browser may not; `inUse`: it does not start, mostly since another program has it. */
export type DeviceFailure = "denied" | "inUse" | "missing" | "unsupported";

export interface DeviceOption {
  readonly id: string;
  /** Empty: the browser does not say before it may use one. */
  readonly label: string;
}

export interface DeviceLists {
  readonly cameras: readonly DeviceOption[];
  readonly microphones: readonly DeviceOption[];
  readonly speakers: readonly DeviceOption[];
}

/** What is asked for: the id of the device that was chosen, or "" for any. */
export type Wishes = Partial<Record<MediaKind, string>>;

export interface Opened {
  readonly tracks: Partial<Record<MediaKind, MediaStreamTrack>>;
  readonly failures: Partial<Record<MediaKind, DeviceFailure>>;
}

export function deviceFailureOf(error: unknown): DeviceFailure {
  switch ((error as { readonly name?: unknown } | undefined)?.name) {
    case "NotAllowedError":
    case "SecurityError":
      return "denied";
    case "NotFoundError":
    case "OverconstrainedError":
      return "missing";
    case "TypeError":
      return "unsupported";
    default:
      return "inUse";
  }
}

/** A mesh sends this picture once for each of the others. */
const picture: MediaTrackConstraints = { width: { ideal: 960 }, height: { ideal: 540 }, frameRate: { ideal: 24 } };

/** Wished for, and not insisted on: where it is gone another one takes its place. */
const wishFor = (id: string): MediaTrackConstraints => (id === "" ? {} : { deviceId: { ideal: id } });

function constraintsOf({ audio, video }: Wishes): MediaStreamConstraints {
  return {
    ...(audio === undefined ? {} : { audio: wishFor(audio) }),
    ...(video === undefined ? {} : { video: { ...picture, ...wishFor(video) } }),
  };
}

/** There is none on plain http, and in old browsers. */
const mediaDevices = (): MediaDevices | undefined => navigator.mediaDevices;

/** Asks for all at once, so that the browser asks the person once; where that fails each alone, so that one does not cost the other. */
export async function openTracks(wishes: Wishes): Promise<Opened> {
  const kinds = (["video", "audio"] as const).filter((kind) => wishes[kind] !== undefined);
  const together = await openTogether(wishes, kinds);
  if (kinds.length < 2 || Object.keys(together.failures).length === 0) return together;
  let all: Opened = { tracks: {}, failures: {} };
  for (const kind of kinds) {
    const { tracks, failures } = await openTogether({ [kind]: wishes[kind] }, [kind]);
    all = { tracks: { ...all.tracks, ...tracks }, failures: { ...all.failures, ...failures } };
  }
  return all;
}

async function openTogether(wishes: Wishes, kinds: readonly MediaKind[]): Promise<Opened> {
  const devices = mediaDevices();
  const failed = (failure: DeviceFailure): Opened => ({
    tracks: {},
    failures: Object.fromEntries(kinds.map((kind) => [kind, failure])),
  });
  if (!devices?.getUserMedia) return failed("unsupported");
  try {
    const stream = await devices.getUserMedia(constraintsOf(wishes));
    return {
      tracks: Object.fromEntries(stream.getTracks().map((track) => [track.kind, track])),
      failures: {},
    };
  } catch (error) {
    return failed(deviceFailureOf(error));
  }
}

export async function listDevices(): Promise<DeviceLists> {
  const all =
    (await mediaDevices()
      ?.enumerateDevices?.()
      .catch(() => undefined)) ?? [];
  // Without an id there is nothing to choose: the browser says no more than that there is one.
  const of = (kind: MediaDeviceKind) =>
    all
      .filter((each) => each.kind === kind && each.deviceId !== "")
      .map(({ deviceId, label }) => ({ id: deviceId, label }));
  return { cameras: of("videoinput"), microphones: of("audioinput"), speakers: of("audiooutput") };
}

/** Calls back when something is plugged in or out. Answers with what ends it. */
export function onDevicesChanged(changed: () => void): () => void {
  const devices = mediaDevices();
  devices?.addEventListener?.("devicechange", changed);
  return () => devices?.removeEventListener?.("devicechange", changed);
}
