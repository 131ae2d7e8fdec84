import type { IconLoaders } from "../icon";

export const home = {
  house: () => import("lucide-react/icons/house"),
  "house-plus": () => import("lucide-react/icons/house-plus"),
  building: () => import("lucide-react/icons/building"),
  "building-2": () => import("lucide-react/icons/building-2"),
  bed: () => import("lucide-react/icons/bed"),
  "bed-double": () => import("lucide-react/icons/bed-double"),
  sofa: () => import("lucide-react/icons/sofa"),
  armchair: () => import("lucide-react/icons/armchair"),
  "shower-head": () => import("lucide-react/icons/shower-head"),
  toilet: () => import("lucide-react/icons/toilet"),
  lightbulb: () => import("lucide-react/icons/lightbulb"),
  key: () => import("lucide-react/icons/key"),
  "door-open": () => import("lucide-react/icons/door-open"),
  "trash-2": () => import("lucide-react/icons/trash-2"),
} as const satisfies IconLoaders;
