import type { IconLoaders } from "../icon";

export const documents = {
  file: () => import("lucide-react/icons/file"),
  "file-text": () => import("lucide-react/icons/file-text"),
  "file-check": () => import("lucide-react/icons/file-check"),
  "file-heart": () => import("lucide-react/icons/file-heart"),
  files: () => import("lucide-react/icons/files"),
  folder: () => import("lucide-react/icons/folder"),
  "folder-open": () => import("lucide-react/icons/folder-open"),
  clipboard: () => import("lucide-react/icons/clipboard"),
  "clipboard-list": () => import("lucide-react/icons/clipboard-list"),
  "clipboard-check": () => import("lucide-react/icons/clipboard-check"),
  list: () => import("lucide-react/icons/list"),
  "list-checks": () => import("lucide-react/icons/list-checks"),
  pencil: () => import("lucide-react/icons/pencil"),
  "pen-line": () => import("lucide-react/icons/pen-line"),
  book: () => import("lucide-react/icons/book"),
  newspaper: () => import("lucide-react/icons/newspaper"),
  printer: () => import("lucide-react/icons/printer"),
  paperclip: () => import("lucide-react/icons/paperclip"),
  link: () => import("lucide-react/icons/link"),
  image: () => import("lucide-react/icons/image"),
} as const satisfies IconLoaders;
