import type { Text } from "@kajo/shared/i18n";

/** Who waits or chats, as far as it says what they are called. */
export interface Named {
  readonly name?: string | undefined;
  readonly visitor?: boolean | undefined;
  readonly ticket?: string | undefined;
}

/** What a customer is called. Visitors have no name: they are told apart by the number that they drew in the line. */
export function customerName(t: Text, { name, visitor, ticket }: Named): string {
  if (visitor) return ticket ? t("chatWork.visitor.ticket", { ticket }) : t("chatWork.visitor");
  return name || t("chatWork.customer");
}
