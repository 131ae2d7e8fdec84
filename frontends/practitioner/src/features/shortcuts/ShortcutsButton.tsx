import { useText } from "@kajo/shared/i18n";
import { Button, VisuallyHidden } from "@kajo/shared/ui";
import { Keyboard } from "lucide-react";
import { useFeature } from "../flags/use-feature";
import { useOfferedActions } from "./actions";
import { KeyHint, useAriaKeys } from "./KeyHint";
import styles from "./ShortcutsButton.module.css";

/** Lists the shortcuts; not shown where there is nothing but a touch screen. */
export function ShortcutsButton() {
  const t = useText();
  const keys = useAriaKeys();
  const { help } = useOfferedActions();
  if (!useFeature("keyboard_shortcuts")) return null;
  return (
    <div className={styles.button}>
      <Button aria-keyshortcuts={keys("help")} kind="quiet" onPress={() => help?.()}>
        <Keyboard aria-hidden="true" size={20} />
        <VisuallyHidden>{t("shortcuts.title")}</VisuallyHidden>
        <KeyHint id="help" />
      </Button>
    </div>
  );
}
