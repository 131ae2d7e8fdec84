import { useText } from "../i18n";
import { Select } from "../ui";
import type { DeviceOption } from "./devices";
import type { MediaKind } from "./transport";
import type { Devices } from "./use-devices";

export interface DeviceChoiceProps {
  readonly kind: MediaKind;
  readonly devices: Devices;
}

/** Which camera, or which microphone. Nothing where there is nothing to choose. */
export function DeviceChoice({ kind, devices }: DeviceChoiceProps) {
  const t = useText();
  const isCamera = kind === "video";
  const options = isCamera ? devices.cameras : devices.microphones;
  return (
    <Choice
      label={isCamera ? t("call.camera.choose") : t("call.microphone.choose")}
      nth={(n) => (isCamera ? t("call.camera.nth", { n }) : t("call.microphone.nth", { n }))}
      onChange={(id) => devices.choose(kind, id)}
      options={options}
      value={devices[kind].deviceId}
    />
  );
}

/** Where the others sound, in browsers that can choose that. */
export function SpeakerChoice({ devices }: { readonly devices: Devices }) {
  const t = useText();
  if (!("setSinkId" in HTMLMediaElement.prototype)) return null;
  return (
    <Choice
      label={t("call.speaker.choose")}
      nth={(n) => t("call.speaker.nth", { n })}
      onChange={devices.chooseSpeaker}
      options={devices.speakers}
      value={devices.speakerId || (devices.speakers[0]?.id ?? "")}
    />
  );
}

interface ChoiceProps {
  readonly label: string;
  /** What one is called that has no name. */
  readonly nth: (n: number) => string;
  readonly options: readonly DeviceOption[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

function Choice({ label, nth, options, value, onChange }: ChoiceProps) {
  if (options.length === 0) return null;
  return (
    <Select
      label={label}
      onChange={onChange}
      options={options.map(({ id, label: name }, index) => ({ id, label: name || nth(index + 1) }))}
      value={options.some(({ id }) => id === value) ? value : null}
    />
  );
}
