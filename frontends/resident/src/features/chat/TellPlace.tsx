import { useText } from "@kajo/shared/i18n";
import { VisuallyHidden } from "@kajo/shared/ui";
import { useEffect, useRef, useState } from "react";
import { type Told, tellIn } from "./announcing";

/** Tells the place in the line to those who do not see it. */
export function TellPlace({ ahead }: { readonly ahead: number }) {
  const t = useText();
  const told = useRef<Told>(undefined);
  const [said, setSaid] = useState<number>();
  useEffect(() => {
    const wait = tellIn(told.current, ahead, Date.now());
    if (wait === undefined) return;
    const timer = setTimeout(() => {
      told.current = { ahead, at: Date.now() };
      setSaid(ahead);
    }, wait);
    return () => clearTimeout(timer);
  }, [ahead]);
  return <VisuallyHidden role="status">{said === undefined ? "" : t("chat.place", { ahead: said })}</VisuallyHidden>;
}
