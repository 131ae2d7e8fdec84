import type { Ask, Going } from "@kajo/shared/app";
import { threadApi } from "@kajo/shared/thread";

export function ahead(ask: Ask, { params: { conversationId = "" } }: Going): void {
  void ask(threadApi.endpoints.getConversation.initiate({ conversationId }));
}
