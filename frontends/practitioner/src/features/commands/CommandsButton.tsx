import { useLazyPart } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Button, VisuallyHidden } from "@kajo/shared/ui";
import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import styles from "./CommandsButton.module.css";

/** Opens the command palette, as Ctrl+K does; its code is fetched when it is asked for the first time. */
export function CommandsButton() {
  const t = useText();
  const { part, ask } = useLazyPart(() => import("./Commands"));
  /** How often it was opened from here; once it is there it listens for its keys itself. */
  const [asked, setAsked] = useState(0);
  const open = () => {
    setAsked((times) => times + 1);
    if (!part) ask();
  };
  const onKeys = useEffectEvent(open);
  useEffect(() => {
    if (part) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      onKeys();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [part]);
  return (
    <>
      <Button aria-keyshortcuts="Control+K Meta+K" kind="quiet" onPress={open}>
        <Search aria-hidden="true" size={20} />
        <VisuallyHidden>{t("commands.open")}</VisuallyHidden>
        <kbd className={styles.keys}>{t("commands.keys")}</kbd>
      </Button>
      {part ? <part.Commands key={asked} /> : null}
    </>
  );
}
