import { type ComponentType, lazy, Suspense } from "react";
import type { Elsewhere } from "./use-found";

interface FromElsewhereProps {
  /** Of `useFound`. */
  readonly elsewhere: Elsewhere;
}

const Notice = lazy(async (): Promise<{ default: ComponentType<FromElsewhereProps> }> => {
  // Without its code the words are there all the same.
  const fetched = await import("./ElsewhereNotice").catch(() => undefined);
  return { default: fetched?.ElsewhereNotice ?? (() => null) };
});

/** Above a form: that words came into it from elsewhere, or that they are kept in this window alone. */
export function FromElsewhere({ elsewhere }: FromElsewhereProps) {
  if (!elsewhere.cameIn && !elsewhere.isApart) return null;
  return (
    <Suspense>
      <Notice elsewhere={elsewhere} />
    </Suspense>
  );
}
