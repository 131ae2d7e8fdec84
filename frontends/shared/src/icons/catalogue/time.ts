import type { IconLoaders } from "../icon";

export const time = {
  calendar: () => import("lucide-react/icons/calendar"),
  "calendar-days": () => import("lucide-react/icons/calendar-days"),
  "calendar-check": () => import("lucide-react/icons/calendar-check"),
  "calendar-plus": () => import("lucide-react/icons/calendar-plus"),
  "calendar-x": () => import("lucide-react/icons/calendar-x"),
  "calendar-clock": () => import("lucide-react/icons/calendar-clock"),
  clock: () => import("lucide-react/icons/clock"),
  timer: () => import("lucide-react/icons/timer"),
  bell: () => import("lucide-react/icons/bell"),
  "bell-ring": () => import("lucide-react/icons/bell-ring"),
  repeat: () => import("lucide-react/icons/repeat"),
} as const satisfies IconLoaders;
