import type { MessageId } from "@kajo/shared/i18n";
import type { InboxTab } from "./search";

export const tabTexts = {
  new: "inbox.tab.new",
  own: "inbox.tab.own",
  team: "inbox.tab.team",
  done: "inbox.tab.done",
} as const satisfies Record<InboxTab, MessageId>;
