import { newIdempotencyKey } from "@kajo/shared/rpc";
import { useEffect, useRef } from "react";
import { useMarkMyContentReadMutation } from "./api";

interface ReadMark {
  readonly patientContentId: string;
  /** The version of the words that are drawn. */
  readonly publishedVersion: number;
  /** These words were not read before. */
  readonly isDue: boolean;
}

/** Tells that words stand before somebody's eyes: once, and not in a background tab. What fails is told when they are opened again. */
export function useReadMark({ patientContentId, publishedVersion, isDue }: ReadMark): void {
  const [mark] = useMarkMyContentReadMutation();
  const isSent = useRef(false);
  useEffect(() => {
    const send = () => {
      if (!isDue || isSent.current || document.hidden) return;
      isSent.current = true;
      void mark({ request: { patientContentId, publishedVersion }, idempotencyKey: newIdempotencyKey() });
    };
    send();
    document.addEventListener("visibilitychange", send);
    return () => document.removeEventListener("visibilitychange", send);
  }, [patientContentId, publishedVersion, isDue, mark]);
}
