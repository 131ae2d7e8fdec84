import { type Language, languageConfig, useText } from "@kajo/shared/i18n";
import { Banner, Button, Tabs } from "@kajo/shared/ui";
import type { ReactNode } from "react";
import styles from "./LanguageTabs.module.css";
import { type LanguageState, needed, ordered, stateTexts } from "./languages";

interface LanguageTabsProps {
  readonly stateOf: (language: Language) => LanguageState;
  readonly selected: Language;
  readonly onSelect: (language: Language) => void;
  /** Says of the selected language that it is right as it stands; undefined where it was not said before that it lags. */
  readonly onConfirm: (() => void) | undefined;
  /** How a Sami language is written. */
  readonly samiHint: string;
  /** The fields of the selected language. */
  readonly children: ReactNode;
}

/** What is published in each language, one at a time, with how far each is. */
export function LanguageTabs({ stateOf, selected, onSelect, onConfirm, samiHint, children }: LanguageTabsProps) {
  const t = useText();
  return (
    <Tabs
      label={t("publication.languages")}
      onSelect={(id) => onSelect(id as Language)}
      selected={selected}
      tabs={ordered.map((language) => ({
        id: language,
        label: languageConfig[language].name,
        count: t(stateTexts[stateOf(language)]),
      }))}
    >
      <div className={styles.language} key={selected}>
        {stateOf(selected) === "stale" ? (
          <Banner
            action={
              onConfirm ? (
                <Button kind="secondary" onPress={onConfirm} small>
                  {t("publication.stale.confirm")}
                </Button>
              ) : undefined
            }
            tone="warning"
          >
            {t("publication.stale", { language: languageConfig[selected].name })}
          </Banner>
        ) : null}
        {needed.includes(selected) ? null : <p className={styles.hint}>{samiHint}</p>}
        {children}
      </div>
    </Tabs>
  );
}
