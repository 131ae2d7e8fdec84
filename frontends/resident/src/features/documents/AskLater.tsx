import { rest, useCallContext } from "@kajo/shared/app";
import { useGetSessionQuery } from "@kajo/shared/session";
import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import type { AskingProps } from "./Asking";

/** With the first call the code of all calls is fetched: on pages that call nothing else it comes after what makes them usable. */
const pauseMs = 500;

const Asking = lazy(async (): Promise<{ default: ComponentType<AskingProps> }> => {
  await rest();
  // Without the code what is remembered stands, and otherwise the app's own words.
  const fetched = await import("./Asking").catch(() => undefined);
  return { default: fetched?.Asking ?? (() => null) };
});

/** Asks for what is in force once it is known who is there, and the page can be used. */
export function AskLater({ kinds }: AskingProps) {
  const { isLoading } = useGetSessionQuery();
  const isTime = useAfter(!isLoading);
  return isTime ? (
    <Suspense>
      <Asking kinds={kinds} />
    </Suspense>
  ) : null;
}

/** True a pause after `now` has become true. */
function useAfter(now: boolean): boolean {
  const { wait } = useCallContext();
  const [isAfter, setAfter] = useState(false);
  useEffect(() => {
    if (!now) return;
    let isHere = true;
    void wait(pauseMs).then(() => {
      if (isHere) setAfter(true);
    });
    return () => {
      isHere = false;
    };
  }, [now, wait]);
  return isAfter;
}
