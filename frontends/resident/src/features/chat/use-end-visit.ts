import { forgetDrafts } from "@kajo/shared/drafts";
import { pathIn, useLanguage } from "@kajo/shared/i18n";
import { leave } from "@kajo/shared/session";
import { useEndVisitMutation } from "../visit/api";
import { forgetAllGoingOn } from "./going-on";

/** Ends the visit, so that nobody comes back to it in this browser, and begins the app anew at the queues. Answers with what stood in the way. */
export function useEndVisit() {
  const language = useLanguage();
  const [ask, { isLoading, isSuccess }] = useEndVisitMutation();
  const end = async () => {
    const { error } = await ask();
    if (error !== undefined) return error;
    forgetDrafts();
    forgetAllGoingOn();
    leave({ url: pathIn(language, "/chat") });
    return undefined;
  };
  return { end, busy: isLoading || isSuccess };
}
