import { useCallback, useEffect, useState } from "react";
import { look, type ThisBrowser } from "./browser";

/** Undefined until it has been asked. Who comes back to the page may have changed the browser's settings meanwhile. */
export function useThisBrowser(): {
  readonly browser: ThisBrowser | undefined;
  readonly lookAgain: () => Promise<void>;
} {
  const [browser, setBrowser] = useState<ThisBrowser>();
  const lookAgain = useCallback(async () => setBrowser(await look()), []);
  useEffect(() => {
    const again = () => void lookAgain();
    again();
    window.addEventListener("focus", again);
    document.addEventListener("visibilitychange", again);
    return () => {
      window.removeEventListener("focus", again);
      document.removeEventListener("visibilitychange", again);
    };
  }, [lookAgain]);
  return { browser, lookAgain };
}
