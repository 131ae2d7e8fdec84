/**
 * What draws published words, fetched when there are any: where this browser remembers some, before the page is drawn, so that they stand
 * there with it and move nothing.
 */
import { useEffect, useState } from "react";
import { remembersAny } from "./remembered";

type Drawing = typeof import("./Drawn");

let fetched: Drawing | undefined;

/** Without the code the page is there all the same, with the app's own words. */
async function fetchDrawing(): Promise<Drawing | undefined> {
  fetched ??= await import("./Drawn").catch(() => undefined);
  return fetched;
}

/** Before the first page. */
export async function drawingAhead(): Promise<void> {
  if (remembersAny()) await fetchDrawing();
}

/** undefined as long as it is not there, or there is nothing to be drawn. */
export function useDrawing(isAnything: boolean): Drawing | undefined {
  const [drawing, setDrawing] = useState(fetched);
  useEffect(() => {
    if (isAnything) void fetchDrawing().then(setDrawing);
  }, [isAnything]);
  return isAnything ? drawing : undefined;
}
