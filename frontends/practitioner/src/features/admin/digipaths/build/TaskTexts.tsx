import type { TranslatedJson } from "@kajo/shared/rpc";
import { LocalizedFields } from "../../module/LocalizedFields";

interface TaskTextsProps {
  /** Of the Finnish field; the others follow it. */
  readonly name: string;
  readonly label: string;
  readonly max: number;
  readonly rows?: number;
  /** At each language that is not written yet. */
  readonly error: string | undefined;
  readonly value: TranslatedJson | undefined;
  readonly onChange: (value: TranslatedJson, name: string) => void;
}

type Written = "fi" | "sv" | "en";

/** A text of a task in every language. */
export function TaskTexts({ name, error, value, onChange, ...texts }: TaskTextsProps) {
  const written = { fi: "", sv: "", en: "", ...value };
  return (
    <LocalizedFields
      {...texts}
      field={(path) => {
        const language = path.slice(path.lastIndexOf(".") + 1) as Written;
        return {
          name: language === "fi" ? name : `${name}.${language}`,
          label: "",
          error: written[language].trim() === "" ? error : undefined,
        };
      }}
      fieldKey="text"
      onChange={(next) => onChange(next, name)}
      value={written}
    />
  );
}
