import type { MessageId } from "@kajo/shared/i18n";
import { known, type MessagingJson } from "@kajo/shared/rpc";

const reasons = {
  MESSAGING_UNSPECIFIED: "patient.messaging.noConsent",
  MESSAGING_ALLOWED: undefined,
  MESSAGING_NO_CONSENT: "patient.messaging.noConsent",
  MESSAGING_MANUALLY_ADDED: "patient.messaging.manuallyAdded",
} as const satisfies Record<MessagingJson, MessageId | undefined>;

/**
 * Why a patient cannot be sent messages, in the words of the rule the server tells; nothing when they can. Nor is there a reason where this
 * page does not know the rule: then the server decides as something is sent.
 */
export const messagingBar = (messaging: MessagingJson = "MESSAGING_UNSPECIFIED") => known(reasons, messaging);

/** Whether this page does not know the rule. */
export const isMessagingUnknown = (messaging: MessagingJson = "MESSAGING_UNSPECIFIED") => !(messaging in reasons);
