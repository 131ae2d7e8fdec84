import { languageConfig, useText } from "@kajo/shared/i18n";
import { StatusTag, TextArea, TextField } from "@kajo/shared/ui";
import { memo, useState } from "react";
import { writtenLanguages } from "../../module/fields";
import { fieldName } from "./gaps";
import { nameOf } from "./names";
import styles from "./Translate.module.css";
import { missingIn, type SurveyText, type Written } from "./texts";

interface TextRowProps {
  readonly text: SurveyText;
  /** Side by side, or the one that is shown. */
  readonly languages: readonly Written[];
  readonly readOnly: boolean;
  readonly onWrite: (text: SurveyText, language: Written, words: string) => void;
}

/** One text in the languages that are shown, under what it is. */
function Row({ text, languages, readOnly, onWrite }: TextRowProps) {
  const t = useText();
  const missing = readOnly ? [] : missingIn(text).filter((language) => languages.includes(language));
  const isAlone = languages.length === 1 && languages[0] !== "fi";
  return (
    <fieldset className={styles.row} data-gap={missing.length > 0 || undefined}>
      <legend className={styles.legend}>
        <span>{nameOf(t, text)}</span>
        {missing.length > 0 ? (
          <StatusTag tone="warning" wraps>
            {t("surveys.translate.missing", {
              languages: missing.map((language) => languageConfig[language].name).join(", "),
            })}
          </StatusTag>
        ) : null}
      </legend>
      {isAlone && text.texts.fi ? (
        <p className={styles.source} lang="fi">
          {text.texts.fi}
        </p>
      ) : null}
      <div className={styles.languages}>
        {languages.map((language) => (
          <Field
            key={language}
            language={language}
            onWrite={(words) => onWrite(text, language, words)}
            readOnly={readOnly}
            text={text}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Others of hundreds are not drawn anew while one is written. `put` follows from `id`. */
export const TextRow = memo(
  Row,
  (before, after) =>
    before.readOnly === after.readOnly &&
    before.onWrite === after.onWrite &&
    before.languages.join() === after.languages.join() &&
    before.text.id === after.text.id &&
    before.text.formatted.join() === after.text.formatted.join() &&
    writtenLanguages.every((language) => before.text.texts[language] === after.text.texts[language]),
);

const longest = { title: 200, description: 2000 } as const;
const lines = { description: 4, display: 4, hint: 2 } as const;

interface FieldProps {
  readonly text: SurveyText;
  readonly language: Written;
  readonly readOnly: boolean;
  readonly onWrite: (words: string) => void;
}

function Field({ text, language, readOnly, onWrite }: FieldProps) {
  const t = useText();
  const { id, part, texts, formatted } = text;
  const [typed, setTyped] = useState(texts[language]);
  // A tree has no place for the blanks at the end of what is typed: they stay here as long as the words are the same.
  const isSame = typed.replace(/\s+/g, " ").trim() === texts[language].replace(/\s+/g, " ").trim();
  const isFormatted = formatted.includes(language);
  const input = {
    isReadOnly: readOnly || isFormatted,
    label: languageConfig[language].name,
    lang: languageConfig[language].iso,
    max: readOnly ? undefined : longest[part as "title"],
    name: fieldName({ id, language }),
    onChange: (words: string) => {
      setTyped(words);
      onWrite(words);
    },
    optional: text.optional && writtenLanguages.every((each) => !texts[each].trim()),
    value: part === "display" && isSame ? typed : texts[language],
    ...(isFormatted && !readOnly ? { hint: t("surveys.translate.formatted") } : {}),
  };
  const rows = lines[part as keyof typeof lines];
  return rows === undefined ? <TextField {...input} /> : <TextArea {...input} rows={rows} />;
}
