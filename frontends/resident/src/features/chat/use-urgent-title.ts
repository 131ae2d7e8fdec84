import { dotted } from "@kajo/shared/i18n";
import { useEffect } from "react";

/** Puts before the title of the document, whichever page gives it, what cannot wait, for example that it is their turn: one waits in another window. */
export function useUrgentTitle(words: string | undefined): void {
  useEffect(() => {
    if (words === undefined) return;
    let bare = "";
    let full = "";
    const put = () => {
      if (document.title === full) return;
      bare = document.title;
      full = dotted(words, bare);
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
  }, [words]);
}
