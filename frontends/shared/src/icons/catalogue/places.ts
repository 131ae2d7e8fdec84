import type { IconLoaders } from "../icon";

export const places = {
  map: () => import("lucide-react/icons/map"),
  "map-pin": () => import("lucide-react/icons/map-pin"),
  navigation: () => import("lucide-react/icons/navigation"),
  compass: () => import("lucide-react/icons/compass"),
  signpost: () => import("lucide-react/icons/signpost"),
  bus: () => import("lucide-react/icons/bus"),
  car: () => import("lucide-react/icons/car"),
  bike: () => import("lucide-react/icons/bike"),
  "train-front": () => import("lucide-react/icons/train-front"),
  globe: () => import("lucide-react/icons/globe"),
  route: () => import("lucide-react/icons/route"),
} as const satisfies IconLoaders;
