import { DevicePicker, useDevices } from "@kajo/shared/call";

/** Camera and microphone, open as long as this is shown. */
export function Check() {
  return <DevicePicker devices={useDevices()} />;
}
