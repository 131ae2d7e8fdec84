import { useEffect } from "react";
import { useText } from "../../i18n";
import { VisuallyHidden } from "../../ui";
import { useLanguageChange } from "./language-change";

export interface LanguageChangedProps {
  readonly place: string;
  /** Id of what has the focus again. */
  readonly focus: string;
}

/** When the language was changed in this place: gives the focus back, and says in the new language what happened. */
export function LanguageChanged({ place, focus }: LanguageChangedProps) {
  const t = useText();
  const changed = useLanguageChange(place);
  useEffect(() => {
    if (changed) document.getElementById(focus)?.focus();
  }, [changed, focus]);
  return <VisuallyHidden role="status">{changed ? t("app.languageChanged") : ""}</VisuallyHidden>;
}
