import { type Language, languageConfig, useText } from "@kajo/shared/i18n";
import type { FieldOf } from "@kajo/shared/patterns";
import { Stack, TextField } from "@kajo/shared/ui";
import { Drawn } from "../../publication/Drawn";
import { DrawnPage } from "../../publication/DrawnPage";
import { LanguageTabs } from "../../publication/LanguageTabs";
import styles from "../../publication/LanguageTabs.module.css";
import { needed } from "../../publication/languages";
import { MarkdownField } from "../../publication/MarkdownField";
import { DrawnAnnouncement } from "./DrawnAnnouncement";
import type { DocumentShape } from "./types";
import { type FieldName, fieldName, type LanguageValue, type Part, partTexts, stateOf, type Values } from "./values";

interface DocumentLanguagesProps {
  readonly type: DocumentShape;
  readonly values: Values;
  /** As it is kept now. */
  readonly kept: Values;
  readonly selected: Language;
  readonly onSelect: (language: Language) => void;
  readonly field: FieldOf<FieldName>;
  readonly onChange: (language: Language, value: LanguageValue) => void;
}

/** A document in each language, one at a time; what is written is drawn beside it. */
export function DocumentLanguages(props: DocumentLanguagesProps) {
  const { type, values, kept, selected, onSelect, field, onChange } = props;
  const t = useText();
  const value = values[selected];
  const { iso } = languageConfig[selected];
  const put = (part: Partial<LanguageValue>) => onChange(selected, { ...value, ...part });
  const inputOf = (part: Part) => ({
    ...field(fieldName(selected, part)),
    // The tab says which language it is; the summary of errors has to name it.
    label: t(partTexts[part]),
    lang: iso,
    onChange: (next: string) => put({ [part]: next }),
    optional: !needed.includes(selected),
    value: value[part],
  });
  const { title, linkText, linkUrl } = value;
  return (
    <LanguageTabs
      onConfirm={value.stale ? () => put({ stale: false }) : undefined}
      onSelect={onSelect}
      samiHint={t("documents.sami.hint")}
      selected={selected}
      stateOf={(language) => stateOf(type, values, kept, language)}
    >
      <TextField {...inputOf("title")} max={200} />
      <div className={styles.text}>
        <Stack>
          <MarkdownField {...inputOf("text")} max={20000} rows={type.tone ? 6 : 16} />
          {type.tone ? (
            <>
              <TextField {...inputOf("linkText")} max={200} />
              <TextField {...inputOf("linkUrl")} hint={t("documents.field.linkUrl.hint")} max={2000} />
            </>
          ) : null}
        </Stack>
        <Drawn isBlank={[title, linkText, linkUrl].join("").trim() === ""} markdown={value.text}>
          {(text) =>
            type.tone ? (
              <DrawnAnnouncement
                lang={iso}
                text={text}
                tone={type.tone}
                linkText={linkText}
                linkUrl={linkUrl}
                title={title}
              />
            ) : (
              <DrawnPage lang={iso} text={text} title={title} />
            )
          }
        </Drawn>
      </div>
    </LanguageTabs>
  );
}
