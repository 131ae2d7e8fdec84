import type { OwnChatJson } from "@kajo/shared/rpc";
import { useState } from "react";

/** Tells which of the own chats have a message of the customer that was not on the screen here yet. */
export function useSeen(own: readonly OwnChatJson[], open: string | undefined): (chat: OwnChatJson) => boolean {
  const [seen, setSeen] = useState<Readonly<Record<string, number>>>({});
  const last = own.find(({ chatId }) => chatId === open)?.lastNumber;
  if (open && last !== undefined && seen[open] !== last) setSeen({ ...seen, [open]: last });
  return ({ chatId = "", lastNumber = 0, lastSide }) =>
    chatId !== open && lastSide === "CHAT_SIDE_CUSTOMER" && lastNumber > (seen[chatId] ?? 0);
}
