import { useText } from "@kajo/shared/i18n";
import { Card, Switch } from "@kajo/shared/ui";
import { enableShortcuts, useShortcutsEnabled } from "./enabled";

/** Turns the single keys off and on; Ctrl+K and the keys of the browser stay. */
export function ShortcutSettings() {
  const t = useText();
  const enabled = useShortcutsEnabled();
  return (
    <Card>
      <h2>{t("shortcuts.title")}</h2>
      <Switch
        hint={t("shortcuts.switch.hint")}
        isSelected={enabled}
        label={t("shortcuts.switch")}
        onChange={enableShortcuts}
      />
    </Card>
  );
}
