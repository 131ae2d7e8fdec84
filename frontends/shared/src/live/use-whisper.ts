import { useEffect, useRef } from "react";
import { listenToWhispers } from "./whispers";

/**
 * Hears whispers of one kind (its message's full name) as long as the component lives. One that is missed does not come
 * again: who counts on them notices the gap and asks.
 */
export function useWhisper(message: string, onPayload: (payload: Uint8Array) => void): void {
  const latest = useRef(onPayload);
  useEffect(() => {
    latest.current = onPayload;
  });
  useEffect(() => {
    return listenToWhispers(message, (payload) => latest.current(payload));
  }, [message]);
}
