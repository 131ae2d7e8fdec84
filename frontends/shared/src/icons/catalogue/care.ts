import type { IconLoaders } from "../icon";

export const care = {
  user: () => import("lucide-react/icons/user"),
  users: () => import("lucide-react/icons/users"),
  "user-round": () => import("lucide-react/icons/user-round"),
  "users-round": () => import("lucide-react/icons/users-round"),
  "user-check": () => import("lucide-react/icons/user-check"),
  "user-plus": () => import("lucide-react/icons/user-plus"),
  "user-cog": () => import("lucide-react/icons/user-cog"),
  "hand-heart": () => import("lucide-react/icons/hand-heart"),
  "hand-helping": () => import("lucide-react/icons/hand-helping"),
  "heart-handshake": () => import("lucide-react/icons/heart-handshake"),
  handshake: () => import("lucide-react/icons/handshake"),
  hospital: () => import("lucide-react/icons/hospital"),
  ambulance: () => import("lucide-react/icons/ambulance"),
  cross: () => import("lucide-react/icons/cross"),
  "briefcase-medical": () => import("lucide-react/icons/briefcase-medical"),
  "clipboard-plus": () => import("lucide-react/icons/clipboard-plus"),
  accessibility: () => import("lucide-react/icons/accessibility"),
  ribbon: () => import("lucide-react/icons/ribbon"),
  smile: () => import("lucide-react/icons/smile"),
  frown: () => import("lucide-react/icons/frown"),
} as const satisfies IconLoaders;
