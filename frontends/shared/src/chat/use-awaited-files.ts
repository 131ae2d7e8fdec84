import { useEffect, useEffectEvent } from "react";
import type { ChatMessageJson } from "../rpc/gen/kajo/chat_queue/v1/chat_pb";
import { awaitedFiles } from "./files";

const everyMs = 15_000;

/** Each time leaves a row in the access log of whose chat it is. */
const atMost = 20;

/**
 * Asks again for a chat while there is still something to learn of its files: that a scan has ended is not told to who took
 * the chat over meanwhile, and to nobody while the service that scans is away. What is written or sent along begins it anew.
 */
export function useAwaitedFiles(messages: readonly ChatMessageJson[], ask: () => void): void {
  const awaited = messages.flatMap(awaitedFiles).join();
  const last = messages.at(-1)?.number ?? 0;
  const onDue = useEffectEvent(ask);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message begins it anew
  useEffect(() => {
    if (awaited === "") return;
    let times = 0;
    const timer = setInterval(() => {
      if (document.hidden) return;
      times += 1;
      if (times === atMost) clearInterval(timer);
      onDue();
    }, everyMs);
    return () => clearInterval(timer);
  }, [awaited, last]);
}
