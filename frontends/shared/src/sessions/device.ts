/** Browser and system by the names their makers gave them; none of it is translated. */
import type { BrowserJson, DeviceJson, SystemJson } from "../rpc";

const browsers = {
  BROWSER_UNSPECIFIED: "",
  BROWSER_CHROME: "Chrome",
  BROWSER_EDGE: "Edge",
  BROWSER_FIREFOX: "Firefox",
  BROWSER_OPERA: "Opera",
  BROWSER_SAFARI: "Safari",
  BROWSER_SAMSUNG: "Samsung Internet",
} as const satisfies Record<BrowserJson, string>;

const systems = {
  SYSTEM_UNSPECIFIED: "",
  SYSTEM_ANDROID: "Android",
  SYSTEM_CHROME_OS: "ChromeOS",
  SYSTEM_IPAD: "iPad",
  SYSTEM_IPHONE: "iPhone",
  SYSTEM_LINUX: "Linux",
  SYSTEM_MAC: "Mac",
  SYSTEM_WINDOWS: "Windows",
} as const satisfies Record<SystemJson, string>;

const phones: readonly (SystemJson | undefined)[] = ["SYSTEM_ANDROID", "SYSTEM_IPAD", "SYSTEM_IPHONE"];

/** Empty: neither is known. */
export function deviceName({ browser, system }: DeviceJson = {}): string {
  return [browsers[browser ?? "BROWSER_UNSPECIFIED"], systems[system ?? "SYSTEM_UNSPECIFIED"]]
    .filter(Boolean)
    .join(", ");
}

/** Whether it is held in the hand. */
export const isHandheld = ({ system }: DeviceJson = {}) => phones.includes(system);
