import { useDraft } from "@kajo/shared/drafts";
import { useText } from "@kajo/shared/i18n";
import { graphemes } from "@kajo/shared/ui";

/** As the contract has it. */
const longest = 200;

export interface GuestName {
  readonly text: string;
  readonly change: (text: string) => void;
  /** What is wrong with it; undefined: nothing. */
  readonly problem: string | undefined;
}

/** What a guest is called in the call: as the professional wrote it, until they say something else in this tab. */
export function useGuestName(invitationId: string, invitedAs = ""): GuestName {
  const t = useText();
  const [{ name: text = invitedAs }, change] = useDraft<{ readonly name?: string }>(`meetup.${invitationId}`, {});
  const isLong = graphemes(text) > longest;
  return {
    text,
    change: (name) => change({ name }),
    problem: isLong ? t("field.too_long", { max: String(longest) }) : text.trim() ? undefined : t("field.required"),
  };
}
