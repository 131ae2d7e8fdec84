/** What the kinds of conversations are called; a message says nothing of it. */
import type { MessageId } from "@kajo/shared/i18n";
import type { ConversationJson, ConversationKindJson } from "@kajo/shared/rpc";

export const kindTexts = {
  CONVERSATION_KIND_UNSPECIFIED: undefined,
  CONVERSATION_KIND_MESSAGE: undefined,
  CONVERSATION_KIND_CONSULTATION: "inbox.consultation",
  CONVERSATION_KIND_CUSTOMER_TASK: "inbox.customerTask",
  CONVERSATION_KIND_FORM: "formAnswers.kind",
  CONVERSATION_KIND_ANONYMOUS_FORM: "anonymousForm.kind",
} as const satisfies Record<ConversationKindJson, MessageId | undefined>;

/** Nobody knows who began it, so that nobody is answered: what is written are notes to colleagues (SUR-07). */
export const isAnonymous = ({ kind }: Pick<ConversationJson, "kind">) => kind === "CONVERSATION_KIND_ANONYMOUS_FORM";
