import { type Language, languageConfig, useText } from "@kajo/shared/i18n";
import type { FieldOf } from "@kajo/shared/patterns";
import { TextField } from "@kajo/shared/ui";
import { Drawn } from "../../publication/Drawn";
import { DrawnPage } from "../../publication/DrawnPage";
import { LanguageTabs } from "../../publication/LanguageTabs";
import styles from "../../publication/LanguageTabs.module.css";
import { needed, partTexts } from "../../publication/languages";
import { MarkdownField } from "../../publication/MarkdownField";
import { type FieldName, fieldName, type LanguageValue, stateOf, type Values } from "./values";

interface ContentLanguagesProps {
  readonly values: Values;
  /** As it is kept now. */
  readonly kept: Values;
  readonly selected: Language;
  readonly onSelect: (language: Language) => void;
  readonly field: FieldOf<FieldName>;
  readonly onChange: (language: Language, value: LanguageValue) => void;
}

/** A content in each language, one at a time; what is written is drawn beside it. */
export function ContentLanguages({ values, kept, selected, onSelect, field, onChange }: ContentLanguagesProps) {
  const t = useText();
  const value = values[selected];
  const { iso } = languageConfig[selected];
  const put = (part: Partial<LanguageValue>) => onChange(selected, { ...value, ...part });
  const isNeeded = needed.includes(selected);
  // The tab says which language it is; the summary of errors has to name it.
  const title = { ...field(fieldName(selected, "title")), label: t(partTexts.title) };
  const text = { ...field(fieldName(selected, "text")), label: t(partTexts.text) };
  return (
    <LanguageTabs
      onConfirm={value.stale ? () => put({ stale: false }) : undefined}
      onSelect={onSelect}
      samiHint={t("serviceContents.sami.hint")}
      selected={selected}
      stateOf={(language) => stateOf(values, kept, language)}
    >
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
          lang={iso}
          max={20000}
          onChange={(next) => put({ text: next })}
          optional={!isNeeded}
          rows={16}
          value={value.text}
        />
        <Drawn isBlank={!value.title.trim()} markdown={value.text}>
          {(drawn) => <DrawnPage lang={iso} text={drawn} title={value.title} />}
        </Drawn>
      </div>
    </LanguageTabs>
  );
}
