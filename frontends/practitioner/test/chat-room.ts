/** A chat without a room at the server: what stands in for `@kajo/shared/chat` on pages of professionals who chat. */
import { createElement } from "react";
import type { ChatJson } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/chat_pb";

interface Room {
  chat: ChatJson | undefined;
  /** What the room cannot be had for. */
  error: unknown;
}

/** The chat as its own room would tell of it. */
export const room: Room = { chat: undefined, error: undefined };

/**
 * For `vi.mock`, over what is there: `(original) => ({ ...(await original<object>()), ...(await import("./chat-room")).standIn })`. What
 * is drawn of a chat has tests of its own.
 */
export const standIn = {
  useChat: (_id: string, skip = false) => ({
    chat: skip ? undefined : room.chat,
    messages: [],
    query: { data: skip ? undefined : room.chat, error: skip ? undefined : room.error, refetch: () => {} },
  }),
  ChatThread: ({ label }: { label: string }) => createElement("div", { role: "log", "aria-label": label }),
  ChatComposer: ({ disabled }: { disabled: boolean }) => createElement("textarea", { disabled }),
  EndChatButton: () => null,
  NotSent: () => null,
};
