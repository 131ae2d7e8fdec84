/** Since when a chat is with the professional who has it: they accepted it then, or took it over. What was read and written before was with another. */
import type { ChatJson } from "../rpc/gen/kajo/chat_queue/v1/chat_pb";

export const sinceOf = (chat: ChatJson | undefined) => chat?.takenOverAt ?? chat?.acceptedAt;
