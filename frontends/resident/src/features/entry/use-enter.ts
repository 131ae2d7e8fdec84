/** Goes on into the app when all that stood before it is done. */
import { addressIn, useLanguage } from "@kajo/shared/i18n";
import { api, tagTypes } from "@kajo/shared/rpc";
import { sessionSlice } from "@kajo/shared/session";
import { useRouter, useSearch } from "@tanstack/react-router";
import { useDispatch } from "react-redux";

export function useEnter() {
  const router = useRouter();
  const dispatch = useDispatch();
  const language = useLanguage();
  const { returnTo } = useSearch({ strict: false });
  /** In place of the page one is on: the way in is walked once, and going back does not lead into it. */
  return async () => {
    dispatch(sessionSlice.actions.entered());
    // In the language that was chosen on the way.
    if (returnTo) router.history.replace(addressIn(language, returnTo));
    else await router.navigate({ to: "/", replace: true });
    // What was refused on the way is asked for anew.
    dispatch(api.util.invalidateTags([...tagTypes]));
  };
}
