/** Cameras and microphones without any: what a test plugs in is there. */
import { vi } from "vitest";

export interface FakeDevice {
  readonly kind: "audioinput" | "videoinput";
  readonly deviceId: string;
  readonly label: string;
  /** The name of the error with which it does not open. */
  readonly refuses?: string;
}

export const frontCamera: FakeDevice = { kind: "videoinput", deviceId: "front", label: "Etukamera" };
export const otherCamera: FakeDevice = { kind: "videoinput", deviceId: "other", label: "USB-kamera" };
export const microphone: FakeDevice = { kind: "audioinput", deviceId: "mic", label: "Sisäinen mikrofoni" };

export class FakeTrack extends EventTarget {
  enabled = true;
  readyState: "live" | "ended" = "live";
  readonly kind: "audio" | "video";
  readonly label: string;
  readonly deviceId: string;

  constructor({ kind, label, deviceId }: FakeDevice) {
    super();
    this.kind = kind === "audioinput" ? "audio" : "video";
    this.label = label;
    this.deviceId = deviceId;
  }

  getSettings() {
    return { deviceId: this.deviceId };
  }

  stop() {
    this.readyState = "ended";
  }
}

export class FakeStream {
  readonly #tracks: unknown[];
  constructor(tracks: readonly unknown[] = []) {
    this.#tracks = [...tracks];
  }
  getTracks() {
    return this.#tracks;
  }
  addTrack(track: unknown) {
    this.#tracks.push(track);
  }
}

/** Plugs these in, until `takeDevicesAway`. */
export function fakeDevices(...devices: readonly FakeDevice[]) {
  let plugged = devices;
  const tracks: FakeTrack[] = [];
  const changed = new EventTarget();
  const open = (kind: FakeDevice["kind"], wish: MediaTrackConstraints) => {
    const all = plugged.filter((device) => device.kind === kind);
    const { ideal } = (wish.deviceId ?? {}) as { readonly ideal?: string };
    const device = all.find(({ deviceId }) => deviceId === ideal) ?? all[0];
    if (!device) throw new DOMException("", "NotFoundError");
    if (device.refuses) throw new DOMException("", device.refuses);
    return device;
  };
  const mediaDevices = {
    async getUserMedia({ audio, video }: MediaStreamConstraints) {
      const found = [
        ...(video ? [open("videoinput", video as MediaTrackConstraints)] : []),
        ...(audio ? [open("audioinput", audio as MediaTrackConstraints)] : []),
      ].map((device) => new FakeTrack(device));
      tracks.push(...found);
      return new FakeStream(found);
    },
    enumerateDevices: async () => plugged,
    addEventListener: changed.addEventListener.bind(changed),
    removeEventListener: changed.removeEventListener.bind(changed),
  };
  vi.stubGlobal("MediaStream", FakeStream);
  Object.defineProperty(navigator, "mediaDevices", { value: mediaDevices, configurable: true });
  return {
    /** All that were opened, in their order. */
    tracks,
    live: (kind: FakeTrack["kind"]) => tracks.find((track) => track.kind === kind && track.readyState === "live"),
    unplug(device: FakeDevice) {
      plugged = plugged.filter((each) => each !== device);
      for (const track of tracks) {
        if (track.deviceId !== device.deviceId || track.readyState === "ended") continue;
        track.stop();
        track.dispatchEvent(new Event("ended"));
      }
      changed.dispatchEvent(new Event("devicechange"));
    },
    plug(device: FakeDevice) {
      plugged = [...plugged, device];
      changed.dispatchEvent(new Event("devicechange"));
    },
  };
}

export function takeDevicesAway(): void {
  Reflect.deleteProperty(navigator, "mediaDevices");
  vi.unstubAllGlobals();
  window.localStorage.clear();
}
