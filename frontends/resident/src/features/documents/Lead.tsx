import type { ReactNode } from "react";
import { useDrawing } from "./drawing";
import { useRemembered } from "./remembered";

/** What the start page says below its greeting: what was published, otherwise the app's own words. */
export function Lead({ children }: { readonly children: ReactNode }) {
  const words = useRemembered("DOCUMENT_KIND_LANDING_PAGE");
  const drawing = useDrawing(words !== undefined);
  return words?.text && drawing ? <drawing.DrawnLead words={words} /> : children;
}
