import { useEffect } from "react";
import { useSelector } from "react-redux";
import { pathIn, useLanguage } from "../i18n";
import { leave } from "./leave";
import type { SessionState } from "./slice";

/**
 * Leaves a page whose person the session acts for no more, so that nothing of one person stands beside anything of another:
 * everything is fetched anew.
 */
export function useChanged() {
  const language = useLanguage();
  const changed = useSelector((state: { readonly session: SessionState }) => state.session.changed);
  useEffect(() => {
    if (changed) leave({ url: pathIn(language, changed === "mandate" ? "/access-denied/on-behalf" : "/") });
  }, [changed, language]);
}
