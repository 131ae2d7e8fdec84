import type { IconLoaders } from "../icon";

export const nature = {
  sun: () => import("lucide-react/icons/sun"),
  sunrise: () => import("lucide-react/icons/sunrise"),
  moon: () => import("lucide-react/icons/moon"),
  "cloud-rain": () => import("lucide-react/icons/cloud-rain"),
  snowflake: () => import("lucide-react/icons/snowflake"),
  leaf: () => import("lucide-react/icons/leaf"),
  flower: () => import("lucide-react/icons/flower"),
  sprout: () => import("lucide-react/icons/sprout"),
  "tree-pine": () => import("lucide-react/icons/tree-pine"),
  trees: () => import("lucide-react/icons/trees"),
  mountain: () => import("lucide-react/icons/mountain"),
  waves: () => import("lucide-react/icons/waves"),
  bird: () => import("lucide-react/icons/bird"),
  flame: () => import("lucide-react/icons/flame"),
} as const satisfies IconLoaders;
