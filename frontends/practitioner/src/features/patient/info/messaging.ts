import type { MessageId } from "@kajo/shared/i18n";
import type { MessagingJson } from "@kajo/shared/rpc";

/** Why a patient cannot be sent messages, in the words of the rule the server tells; nothing when they can. */
export const messagingReasons = {
  MESSAGING_UNSPECIFIED: "patient.messaging.noConsent",
  MESSAGING_ALLOWED: undefined,
  MESSAGING_NO_CONSENT: "patient.messaging.noConsent",
  MESSAGING_MANUALLY_ADDED: "patient.messaging.manuallyAdded",
} as const satisfies Record<MessagingJson, MessageId | undefined>;
