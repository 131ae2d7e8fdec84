import type { Ask } from "@kajo/shared/app";
import { begunAhead } from "@kajo/shared/drafts";
import { inboxApi } from "./api";

export function ahead(ask: Ask): void {
  void ask(inboxApi.endpoints.listMyConversations.initiate(undefined));
  void ask(begunAhead());
}
