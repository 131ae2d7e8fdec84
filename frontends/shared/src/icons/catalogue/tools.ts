import type { IconLoaders } from "../icon";

export const tools = {
  settings: () => import("lucide-react/icons/settings"),
  wrench: () => import("lucide-react/icons/wrench"),
  search: () => import("lucide-react/icons/search"),
  star: () => import("lucide-react/icons/star"),
  bookmark: () => import("lucide-react/icons/bookmark"),
  flag: () => import("lucide-react/icons/flag"),
  "chart-line": () => import("lucide-react/icons/chart-line"),
  "chart-column": () => import("lucide-react/icons/chart-column"),
  "chart-pie": () => import("lucide-react/icons/chart-pie"),
  laptop: () => import("lucide-react/icons/laptop"),
  monitor: () => import("lucide-react/icons/monitor"),
  wifi: () => import("lucide-react/icons/wifi"),
  download: () => import("lucide-react/icons/download"),
  upload: () => import("lucide-react/icons/upload"),
} as const satisfies IconLoaders;
