import { useEffect, useEffectEvent, useState } from "react";
import { serverAheadMs } from "./server-time";

/** Not longer: the computer may sleep, and the server may say that the clock of the device is wrong. */
const longestMs = 60_000;

const serverNow = () => Date.now() + serverAheadMs();

const nothing = () => {};

/**
 * What time it is at the server, as exact as these moments need: whoever reads it is shown anew when the next of them has come, and
 * `onPassed` is called. All in milliseconds since 1970.
 */
export function useServerNow(moments: readonly number[], onPassed: () => void = nothing): number {
  const [now, setNow] = useState(serverNow);
  const next = Math.min(...moments.filter((moment) => moment > now));
  const pass = useEffectEvent(() => {
    setNow(Math.max(next, serverNow()));
    onPassed();
  });
  useEffect(() => {
    if (!Number.isFinite(next)) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      clearTimeout(timer);
      const left = next - serverNow();
      timer = left > 0 ? setTimeout(look, Math.min(left, longestMs)) : setTimeout(() => pass());
    };
    look();
    // Timers sleep with the page.
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [next]);
  return now;
}
