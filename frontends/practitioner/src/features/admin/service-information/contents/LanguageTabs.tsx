import { type Language, languageConfig, useText } from "@kajo/shared/i18n";
import type { FieldOf } from "@kajo/shared/patterns";
import { Banner, Button, Tabs, TextField } from "@kajo/shared/ui";
import { Drawn } from "./Drawn";
import styles from "./LanguageTabs.module.css";
import { MarkdownField } from "./MarkdownField";
import {
  type FieldName,
  fieldName,
  type LanguageValue,
  needed,
  ordered,
  partTexts,
  stateOf,
  stateTexts,
  type Values,
} from "./values";

interface LanguageTabsProps {
  readonly values: Values;
  /** As it is kept now. */
  readonly kept: Values;
  readonly selected: Language;
  readonly onSelect: (language: Language) => void;
  readonly field: FieldOf<FieldName>;
  readonly onChange: (language: Language, value: LanguageValue) => void;
}

/** A content in each language, one at a time, with how far each is; what is written is drawn beside it. */
export function LanguageTabs({ values, kept, selected, onSelect, field, onChange }: LanguageTabsProps) {
  const t = useText();
  const value = values[selected];
  const { iso, name } = languageConfig[selected];
  const put = (part: Partial<LanguageValue>) => onChange(selected, { ...value, ...part });
  const isNeeded = needed.includes(selected);
  // The tab says which language it is; the summary of errors has to name it.
  const title = { ...field(fieldName(selected, "title")), label: t(partTexts.title) };
  const text = { ...field(fieldName(selected, "text")), label: t(partTexts.text) };
  return (
    <Tabs
      label={t("serviceContents.languages")}
      onSelect={(id) => onSelect(id as Language)}
      selected={selected}
      tabs={ordered.map((language) => ({
        id: language,
        label: languageConfig[language].name,
        count: t(stateTexts[stateOf(values, kept, language)]),
      }))}
    >
      <div className={styles.language} key={selected}>
        {stateOf(values, kept, selected) === "stale" ? (
          <Banner
            action={
              value.stale ? (
                <Button kind="secondary" onPress={() => put({ stale: false })} small>
                  {t("serviceContents.stale.confirm")}
                </Button>
              ) : undefined
            }
            tone="warning"
          >
            {t("serviceContents.stale", { language: name })}
          </Banner>
        ) : null}
        {isNeeded ? null : <p className={styles.hint}>{t("serviceContents.sami.hint")}</p>}
        <TextField
          {...title}
          lang={iso}
          max={200}
          onChange={(next) => put({ title: next })}
          optional={!isNeeded}
          value={value.title}
        />
        <div className={styles.text}>
          <MarkdownField
            {...text}
            hint={t("serviceContents.field.text.hint")}
            lang={iso}
            max={20000}
            onChange={(next) => put({ text: next })}
            optional={!isNeeded}
            rows={16}
            value={value.text}
          />
          <Drawn lang={iso} markdown={value.text} title={value.title} />
        </div>
      </div>
    </Tabs>
  );
}
