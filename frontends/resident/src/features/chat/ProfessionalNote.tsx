import { useText } from "@kajo/shared/i18n";
import type { ChatJson } from "@kajo/shared/rpc";
import { Banner, VisuallyHidden } from "@kajo/shared/ui";
import { useState } from "react";

/** In a chat that goes on: that the professional has not been heard of for a while, and that a colleague has taken over while one looked. */
export function ProfessionalNote({ chat: { practitionerName = "", unattended = false } }: { readonly chat: ChatJson }) {
  const t = useText();
  const hasChanged = useHasChanged(practitionerName);
  const words = unattended
    ? t("chat.professionalAway")
    : hasChanged && practitionerName
      ? t("chat.takenOver", { name: practitionerName })
      : "";
  return (
    <>
      <VisuallyHidden role="status">{words}</VisuallyHidden>
      {words ? <Banner tone="info">{words}</Banner> : null}
    </>
  );
}

function useHasChanged(name: string): boolean {
  const [seen, setSeen] = useState({ name, hasChanged: false });
  if (seen.name !== name) setSeen({ name, hasChanged: seen.name !== "" });
  return seen.hasChanged;
}
