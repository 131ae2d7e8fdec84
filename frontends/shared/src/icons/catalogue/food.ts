import type { IconLoaders } from "../icon";

export const food = {
  apple: () => import("lucide-react/icons/apple"),
  carrot: () => import("lucide-react/icons/carrot"),
  salad: () => import("lucide-react/icons/salad"),
  soup: () => import("lucide-react/icons/soup"),
  fish: () => import("lucide-react/icons/fish"),
  wheat: () => import("lucide-react/icons/wheat"),
  coffee: () => import("lucide-react/icons/coffee"),
  "glass-water": () => import("lucide-react/icons/glass-water"),
  utensils: () => import("lucide-react/icons/utensils"),
  "cigarette-off": () => import("lucide-react/icons/cigarette-off"),
  "wine-off": () => import("lucide-react/icons/wine-off"),
  dumbbell: () => import("lucide-react/icons/dumbbell"),
  target: () => import("lucide-react/icons/target"),
} as const satisfies IconLoaders;
