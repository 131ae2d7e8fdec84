import { useText } from "@kajo/shared/i18n";
import { VisuallyHidden } from "@kajo/shared/ui";
import type { RefObject } from "react";

export interface WebsiteProps {
  readonly field: RefObject<HTMLInputElement | null>;
}

/** What fills in every field is no person: this one is not seen, not read aloud, and not reached by the keyboard. */
export function Website({ field }: WebsiteProps) {
  const t = useText();
  return (
    <VisuallyHidden inert>
      <label>
        <span>{t("publicForm.website")}</span>
        <input autoComplete="off" name="website" ref={field} tabIndex={-1} type="text" />
      </label>
    </VisuallyHidden>
  );
}
