import type { IconLoaders } from "../icon";

export const money = {
  wallet: () => import("lucide-react/icons/wallet"),
  "credit-card": () => import("lucide-react/icons/credit-card"),
  euro: () => import("lucide-react/icons/euro"),
  coins: () => import("lucide-react/icons/coins"),
  "piggy-bank": () => import("lucide-react/icons/piggy-bank"),
  scale: () => import("lucide-react/icons/scale"),
  landmark: () => import("lucide-react/icons/landmark"),
} as const satisfies IconLoaders;
