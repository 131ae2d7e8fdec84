import { type Language, languageConfig, useText } from "@kajo/shared/i18n";
import type { FieldOf } from "@kajo/shared/patterns";
import { Stack, TextArea, TextField } from "@kajo/shared/ui";
import { LanguageTabs } from "../../publication/LanguageTabs";
import styles from "../../publication/LanguageTabs.module.css";
import { needed } from "../../publication/languages";
import { PlaceholderButtons } from "./PlaceholderButtons";
import { PlaceholderMeanings } from "./PlaceholderMeanings";
import { allowedIn } from "./placeholders";
import { SmsLength } from "./SmsLength";
import { TemplatePreview } from "./TemplatePreview";
import { useInsertion } from "./use-insertion";
import { type FieldName, fieldName, type LanguageValue, type Part, partTexts, stateOf, type Values } from "./values";

interface TemplateLanguagesProps {
  readonly values: Values;
  /** As it is kept now. */
  readonly kept: Values;
  /** Names of those that it may have. */
  readonly placeholders: readonly string[];
  readonly selected: Language;
  readonly onSelect: (language: Language) => void;
  readonly field: FieldOf<FieldName>;
  readonly onChange: (language: Language, value: LanguageValue) => void;
}

/** A template in each language, one at a time; beside what is written stands what a resident gets. */
export function TemplateLanguages(props: TemplateLanguagesProps) {
  const { values, kept, placeholders, selected, onSelect, field, onChange } = props;
  const t = useText();
  const value = values[selected];
  const put = (part: Partial<LanguageValue>) => onChange(selected, { ...value, ...part });
  return (
    <LanguageTabs
      onConfirm={value.stale ? () => put({ stale: false }) : undefined}
      onSelect={onSelect}
      samiHint={t("documents.sami.hint")}
      selected={selected}
      stateOf={(language) => stateOf(values, kept, language)}
    >
      <PlaceholderMeanings names={placeholders} />
      <div className={styles.text}>
        <Texts
          field={field}
          key={selected}
          language={selected}
          onChange={put}
          placeholders={placeholders}
          value={value}
        />
        <TemplatePreview language={selected} placeholders={placeholders} value={value} />
      </div>
    </LanguageTabs>
  );
}

interface TextsProps {
  readonly language: Language;
  readonly value: LanguageValue;
  readonly placeholders: readonly string[];
  readonly field: FieldOf<FieldName>;
  readonly onChange: (part: Partial<LanguageValue>) => void;
}

/** Each text has its placeholders below it: by keyboard one comes to them without passing through another text. */
function Texts({ language, value, placeholders, field, onChange }: TextsProps) {
  const t = useText();
  const [subjectRef, insertIntoSubject] = useInsertion<HTMLInputElement>();
  const [emailRef, insertIntoEmail] = useInsertion<HTMLTextAreaElement>();
  const [smsRef, insertIntoSms] = useInsertion<HTMLTextAreaElement>();
  const [pushRef, insertIntoPush] = useInsertion<HTMLInputElement>();
  const inputOf = (part: Part) => ({
    ...field(fieldName(language, part)),
    // The tab says which language it is; the summary of errors has to name it.
    label: t(partTexts[part]),
    lang: languageConfig[language].iso,
    onChange: (next: string) => onChange({ [part]: next }),
    optional: !needed.includes(language),
    value: value[part],
  });
  const buttonsOf = (part: Part) => ({ label: t(partTexts[part]), names: allowedIn(part, placeholders) });
  return (
    <Stack>
      <TextField {...inputOf("subject")} max={200} ref={subjectRef} />
      <PlaceholderButtons {...buttonsOf("subject")} onInsert={insertIntoSubject} />
      <TextArea {...inputOf("email")} max={2000} ref={emailRef} rows={10} />
      <PlaceholderButtons {...buttonsOf("email")} onInsert={insertIntoEmail} />
      <TextArea {...inputOf("sms")} hint={t("notificationTemplates.field.sms.hint")} max={480} ref={smsRef} rows={4} />
      <SmsLength language={language} placeholders={placeholders} text={value.sms} />
      <PlaceholderButtons {...buttonsOf("sms")} onInsert={insertIntoSms} />
      <TextField {...inputOf("push")} hint={t("notificationTemplates.field.push.hint")} max={200} ref={pushRef} />
      <PlaceholderButtons {...buttonsOf("push")} onInsert={insertIntoPush} />
    </Stack>
  );
}
