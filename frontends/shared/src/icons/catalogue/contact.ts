import type { IconLoaders } from "../icon";

export const contact = {
  mail: () => import("lucide-react/icons/mail"),
  inbox: () => import("lucide-react/icons/inbox"),
  send: () => import("lucide-react/icons/send"),
  "message-square": () => import("lucide-react/icons/message-square"),
  "messages-square": () => import("lucide-react/icons/messages-square"),
  phone: () => import("lucide-react/icons/phone"),
  "phone-call": () => import("lucide-react/icons/phone-call"),
  smartphone: () => import("lucide-react/icons/smartphone"),
  video: () => import("lucide-react/icons/video"),
  camera: () => import("lucide-react/icons/camera"),
  megaphone: () => import("lucide-react/icons/megaphone"),
  "at-sign": () => import("lucide-react/icons/at-sign"),
  languages: () => import("lucide-react/icons/languages"),
} as const satisfies IconLoaders;
