import type { ReactNode } from "react";

/** One state of a component, shown under its name. */
interface GalleryState {
  readonly name: string;
  readonly element: ReactNode;
  /** It lies over the page, so that nothing else can be shown on it. */
  readonly covers?: true;
}

/** What a file in entries/ exports: component name to its states. */
export type GalleryEntries = Readonly<Record<string, readonly GalleryState[]>>;
