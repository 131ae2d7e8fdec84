import { languageConfig } from "@kajo/shared/i18n";
import type { FieldOf } from "@kajo/shared/patterns";
import { TextArea, TextField } from "@kajo/shared/ui";
import { FieldGroup } from "./FieldGroup";
import { pathOf, type Texts, writtenLanguages } from "./fields";

interface LocalizedFieldsProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Its key in the value. */
  readonly fieldKey: string;
  readonly value: Texts;
  readonly onChange: (value: Texts) => void;
  readonly field: FieldOf<string>;
  readonly max: number;
  /** More than one line. */
  readonly rows?: number | undefined;
  readonly optional?: boolean | undefined;
}

/** One text in every language that it is written in, all of them in sight: what one language lacks is seen beside the others. */
export function LocalizedFields({
  label,
  hint,
  fieldKey,
  value,
  onChange,
  field,
  max,
  rows,
  optional,
}: LocalizedFieldsProps) {
  return (
    <FieldGroup hint={hint} label={label} optional={optional}>
      {writtenLanguages.map((language) => {
        const input = {
          ...field(pathOf(fieldKey, language)),
          label: languageConfig[language].name,
          lang: languageConfig[language].iso,
          max,
          onChange: (text: string) => onChange({ ...value, [language]: text }),
          value: value[language],
        };
        return rows === undefined ? (
          <TextField key={language} {...input} />
        ) : (
          <TextArea key={language} {...input} rows={rows} />
        );
      })}
    </FieldGroup>
  );
}
