import type { PlainId } from "../i18n";
import type { DeviceFailure } from "./devices";
import type { MediaKind } from "./transport";

/** Why a device cannot be had, and what to do about it. */
export const failureWords = {
  video: {
    denied: "call.camera.denied",
    inUse: "call.camera.inUse",
    missing: "call.camera.missing",
    unsupported: "call.camera.unsupported",
  },
  audio: {
    denied: "call.microphone.denied",
    inUse: "call.microphone.inUse",
    missing: "call.microphone.missing",
    unsupported: "call.microphone.unsupported",
  },
} as const satisfies Record<MediaKind, Record<DeviceFailure, PlainId>>;
