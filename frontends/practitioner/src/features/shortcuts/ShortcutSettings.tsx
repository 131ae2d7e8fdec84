import { useText } from "@kajo/shared/i18n";
import { Card, Switch } from "@kajo/shared/ui";
import { useFeature } from "../flags/use-feature";
import { enableShortcuts, useShortcutsChosen } from "./enabled";

/** Turns the single keys off and on; Ctrl+K and the keys of the browser stay. */
export function ShortcutSettings() {
  const t = useText();
  const offered = useFeature("keyboard_shortcuts");
  const enabled = useShortcutsChosen();
  if (!offered) return null;
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
