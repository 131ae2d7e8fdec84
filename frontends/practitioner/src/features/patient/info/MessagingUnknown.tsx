import { useText } from "@kajo/shared/i18n";
import type { MessagingJson } from "@kajo/shared/rpc";
import { Banner } from "@kajo/shared/ui";
import { isMessagingUnknown } from "./messaging";

/** That nobody can say here whether a patient can be sent messages; nothing where one can. */
export function MessagingUnknown({ messaging }: { readonly messaging: MessagingJson | undefined }) {
  const t = useText();
  return isMessagingUnknown(messaging) ? <Banner tone="info">{t("patient.messaging.unknown")}</Banner> : null;
}
