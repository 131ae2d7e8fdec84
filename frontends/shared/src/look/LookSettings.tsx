import { useState } from "react";
import { type Contrast, contrasts, currentLook, type Look, saveLook, type Theme, themes } from "../app/theme";
import { type MessageId, useText } from "../i18n";
import { Card, RadioGroup } from "../ui";

const themeTexts = {
  system: "look.theme.system",
  light: "look.theme.light",
  dark: "look.theme.dark",
} as const satisfies Record<Theme, MessageId>;

const contrastTexts = {
  system: "look.theme.system",
  normal: "look.contrast.normal",
  more: "look.contrast.more",
} as const satisfies Record<Contrast, MessageId>;

/** Theme and contrast of this device; what is chosen is seen at once. */
export function LookSettings() {
  const t = useText();
  const [look, setLook] = useState(currentLook);
  const choose = (change: Partial<Look>) => {
    const next = { ...look, ...change };
    saveLook(next);
    setLook(next);
  };
  return (
    <Card>
      <h2>{t("look.title")}</h2>
      <p>{t("look.text")}</p>
      <RadioGroup
        label={t("look.theme")}
        onChange={(theme) => choose({ theme })}
        options={themes.map((id) => ({ id, label: t(themeTexts[id]) }))}
        value={look.theme}
      />
      <RadioGroup
        label={t("look.contrast")}
        onChange={(contrast) => choose({ contrast })}
        options={contrasts.map((id) => ({ id, label: t(contrastTexts[id]) }))}
        value={look.contrast}
      />
    </Card>
  );
}
