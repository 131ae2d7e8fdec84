import type { OwnChatJson } from "@kajo/shared/rpc";
import { useEffect } from "react";
import { markChats } from "./chats-mark";

/** Marks that this browser has chats going on, with each that comes. Whether there are none any more is found where they are kept. */
export function useMarkChats(own: readonly OwnChatJson[] = [], accepted: string | undefined): void {
  const all = [...new Set([...own.map(({ chatId = "" }) => chatId), ...(accepted ? [accepted] : [])])]
    .toSorted()
    .join();
  useEffect(() => {
    if (all) markChats();
  }, [all]);
}
