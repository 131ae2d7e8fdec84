import type { Ask, Going } from "@kajo/shared/app";
import { threadApi } from "@kajo/shared/thread";
import { isAtWork } from "../work-context/at-work";
import { inboxApi } from "./api";
import { inboxSearch } from "./search";

export async function ahead(ask: Ask, { search }: Going): Promise<void> {
  if (!(await isAtWork(ask))) return;
  const { tab = "new", conversation: conversationId, ...question } = inboxSearch(search);
  void ask(inboxApi.endpoints.listTasks.initiate({ ...question, tab }));
  void ask(inboxApi.endpoints.countTasks.initiate({}));
  if (conversationId) void ask(threadApi.endpoints.getConversation.initiate({ conversationId }));
}
