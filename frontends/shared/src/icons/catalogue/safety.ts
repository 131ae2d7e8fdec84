import type { IconLoaders } from "../icon";

export const safety = {
  shield: () => import("lucide-react/icons/shield"),
  "shield-check": () => import("lucide-react/icons/shield-check"),
  lock: () => import("lucide-react/icons/lock"),
  "lock-open": () => import("lucide-react/icons/lock-open"),
  "triangle-alert": () => import("lucide-react/icons/triangle-alert"),
  "circle-alert": () => import("lucide-react/icons/circle-alert"),
  info: () => import("lucide-react/icons/info"),
  "circle-question-mark": () => import("lucide-react/icons/circle-question-mark"),
  "circle-check": () => import("lucide-react/icons/circle-check"),
  siren: () => import("lucide-react/icons/siren"),
  "life-buoy": () => import("lucide-react/icons/life-buoy"),
  "eye-off": () => import("lucide-react/icons/eye-off"),
} as const satisfies IconLoaders;
