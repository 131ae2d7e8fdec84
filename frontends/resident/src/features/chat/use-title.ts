import { dotted, useText } from "@kajo/shared/i18n";
import { useEffect } from "react";

/** Puts what matters now before the heading in the title of the document: one waits in another window. After its heading is drawn. */
export function useTitle(heading: string, now: string | undefined): void {
  const t = useText();
  const service = t("app.name");
  useEffect(() => {
    document.title = `${dotted(now, heading)} | ${service}`;
  }, [heading, now, service]);
}
