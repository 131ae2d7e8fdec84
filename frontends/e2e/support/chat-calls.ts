/** Chats without the pages that lead there, for tests that are about what comes after. */
import type { APIRequestContext } from "playwright-core";
import { ChatService } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/chat_pb";
import { ChatPlaceService } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/place_pb";
import { ChatWaitingService } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/waiting_pb";
import { keepWritten } from "./privacy/record";
import { call } from "./rpc";
import type { SecondPlatform } from "./second-platform";
import { practitionerUrl, residentUrl } from "./stack";

/** Where the apps are. */
type Apps = Pick<SecondPlatform, "residentUrl" | "practitionerUrl">;

const usual: Apps = { residentUrl, practitionerUrl };

/** A resident joins a queue, and a professional accepts them; the id of the chat. */
export async function beginChat(
  resident: APIRequestContext,
  professional: APIRequestContext,
  chatQueueId: string,
  at = usual,
): Promise<string> {
  const { chatId } = await call(resident, at.residentUrl, ChatPlaceService.method.joinChatQueue, { chatQueueId });
  await acceptChat(professional, chatId, at);
  return chatId;
}

export async function acceptChat(professional: APIRequestContext, chatId: string, at = usual): Promise<void> {
  await call(professional, at.practitionerUrl, ChatWaitingService.method.acceptChat, { chatId });
}

export async function writeInChat(http: APIRequestContext, app: string, chatId: string, text: string): Promise<void> {
  keepWritten([text]);
  await call(http, app, ChatService.method.writeChatMessage, { chatId, text });
}

export async function endChat(http: APIRequestContext, app: string, chatId: string): Promise<void> {
  await call(http, app, ChatService.method.endChat, { chatId });
}
