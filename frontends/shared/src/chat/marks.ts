/** How far the two sides of a chat have come in reading. */
import type { ChatMarkJson, ChatSideJson } from "../rpc/gen/kajo/chat_queue/v1/chat_pb";

/** How far a message has come: it stands in the chat, the app of the other one has got it, they had it before their eyes. */
export type Reach = "sent" | "delivered" | "seen";

export function markOf(marks: readonly ChatMarkJson[] | undefined, side: ChatSideJson): ChatMarkJson | undefined {
  return marks?.find((mark) => mark.side === side);
}

/** Marks after others were told, in whatever order: within one acceptance they only rise. */
export function risen(marks: readonly ChatMarkJson[] = [], told: readonly ChatMarkJson[] = []): ChatMarkJson[] {
  const bySide = new Map(marks.map((mark) => [mark.side, mark]));
  for (const { side, deliveredNumber = 0, seenNumber = 0 } of told) {
    const known = bySide.get(side);
    bySide.set(side, {
      ...(side ? { side } : {}),
      deliveredNumber: Math.max(known?.deliveredNumber ?? 0, deliveredNumber),
      seenNumber: Math.max(known?.seenNumber ?? 0, seenNumber),
    });
  }
  return [...bySide.values()];
}

/** How far a message has come to the one whose mark it is. */
export function reachOf(number: number, mark: ChatMarkJson | undefined): Reach {
  if (number <= (mark?.seenNumber ?? 0)) return "seen";
  return number <= (mark?.deliveredNumber ?? 0) ? "delivered" : "sent";
}
