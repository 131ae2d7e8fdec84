import type { ReactNode } from "react";

/** One state of a component, shown under its name. */
interface GalleryState {
  readonly name: string;
  readonly element: ReactNode;
}

/** What a file in entries/ exports: component name to its states. */
export type GalleryEntries = Readonly<Record<string, readonly GalleryState[]>>;
