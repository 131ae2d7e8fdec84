import { useEffect } from "react";

/** Keeps the screen on: nobody touches it in a call. The browser lets go when the page is hidden, so it is asked again. */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const hold = async () => {
      if (document.hidden || isOver) return;
      const taken = await navigator.wakeLock.request("screen").catch(() => undefined);
      if (isOver) void taken?.release();
      else lock = taken;
    };
    void hold();
    document.addEventListener("visibilitychange", hold);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", hold);
      void lock?.release();
    };
  }, [isOn]);
}
