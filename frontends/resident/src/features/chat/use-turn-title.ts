import { dotted, useText } from "@kajo/shared/i18n";
import { useEffect } from "react";

/** Puts before the title of the document, whichever page gives it, that it is their turn: one waits in another window. */
export function useTurnTitle(isTurn: boolean): void {
  const t = useText();
  const turn = t("chat.turn");
  useEffect(() => {
    if (!isTurn) return;
    let bare = "";
    let full = "";
    const put = () => {
      if (document.title === full) return;
      bare = document.title;
      full = dotted(turn, bare);
      document.title = full;
    };
    put();
    // The next page gives another.
    const observer = new MutationObserver(put);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => {
      observer.disconnect();
      if (document.title === full) document.title = bare;
    };
  }, [isTurn, turn]);
}
