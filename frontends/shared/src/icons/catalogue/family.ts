import type { IconLoaders } from "../icon";

export const family = {
  baby: () => import("lucide-react/icons/baby"),
  milk: () => import("lucide-react/icons/milk"),
  "toy-brick": () => import("lucide-react/icons/toy-brick"),
  school: () => import("lucide-react/icons/school"),
  "graduation-cap": () => import("lucide-react/icons/graduation-cap"),
  backpack: () => import("lucide-react/icons/backpack"),
  cake: () => import("lucide-react/icons/cake"),
  gift: () => import("lucide-react/icons/gift"),
  puzzle: () => import("lucide-react/icons/puzzle"),
  volleyball: () => import("lucide-react/icons/volleyball"),
  "book-open": () => import("lucide-react/icons/book-open"),
  palette: () => import("lucide-react/icons/palette"),
  music: () => import("lucide-react/icons/music"),
  dog: () => import("lucide-react/icons/dog"),
} as const satisfies IconLoaders;
