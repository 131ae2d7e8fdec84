import { useText } from "@kajo/shared/i18n";
import { Button, VisuallyHidden } from "@kajo/shared/ui";
import { Search } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import styles from "./CommandsButton.module.css";

const Commands = lazy(async () => ({ default: (await import("./Commands")).Commands }));

/** Opens the command palette, as Ctrl+K does; its code is fetched when it is asked for the first time. */
export function CommandsButton() {
  const t = useText();
  /** How often it was opened from here; once it is there it listens for its keys itself. */
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked > 0) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setAsked(1);
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [asked]);
  return (
    <>
      <Button aria-keyshortcuts="Control+K Meta+K" kind="quiet" onPress={() => setAsked((times) => times + 1)}>
        <Search aria-hidden="true" size={20} />
        <VisuallyHidden>{t("commands.open")}</VisuallyHidden>
        <kbd className={styles.keys}>{t("commands.keys")}</kbd>
      </Button>
      {asked > 0 ? (
        <Suspense>
          <Commands key={asked} />
        </Suspense>
      ) : null}
    </>
  );
}
