import { useText } from "@kajo/shared/i18n";
import { DateField, NumberField, Select, TextField, TimeField } from "@kajo/shared/ui";
import type { Compared } from "./conditions";
import { decimalFormat, fractionOf, millionthsOf, numberOf, wholeFormat, wholeOf } from "./numbers";
import { type AnswerValueJson, finnishOf, type ItemJson } from "./types";

interface ComparedFieldProps {
  readonly item: ItemJson;
  readonly compared: Compared;
  readonly value: AnswerValueJson | undefined;
  /** Undefined: there is nothing to compare with yet. */
  readonly onChange: (value: AnswerValueJson | undefined) => void;
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** What an answer is compared with, in the field that its kind asks for. */
export function ComparedField({ item, compared, value, onChange }: ComparedFieldProps) {
  const t = useText();
  const label = t("survey.condition.value");
  switch (compared) {
    case "boolean":
      return (
        <Select
          label={label}
          onChange={(id) => onChange({ boolean: id === "yes" })}
          options={[
            { id: "yes", label: t("questionnaire.yes") },
            { id: "no", label: t("questionnaire.no") },
          ]}
          value={value?.boolean === undefined ? null : value.boolean ? "yes" : "no"}
        />
      );
    case "code":
      return (
        <Select
          label={label}
          onChange={(code) => onChange({ code })}
          options={(item.options ?? []).map(({ code = "", text }) => ({ id: code, label: finnishOf(text) || code }))}
          value={value?.code ?? null}
        />
      );
    case "integer":
      return (
        <NumberField
          format={wholeFormat}
          label={label}
          onChange={(next) => onChange(withKind("integer", wholeOf(next)))}
          value={numberOf(value?.integer)}
        />
      );
    case "decimal":
      return (
        <NumberField
          format={decimalFormat}
          label={label}
          onChange={(next) => onChange(withKind("decimal", millionthsOf(next)))}
          value={fractionOf(value?.decimal)}
        />
      );
    case "date":
      return (
        <DateField
          label={label}
          onChange={(next) => onChange(withKind("date", next ?? undefined))}
          value={value?.date !== undefined && isDay(value.date) ? value.date : null}
        />
      );
    case "time":
      return (
        <TimeField
          label={label}
          onChange={(next) => onChange(withKind("time", next ?? undefined))}
          value={value?.time !== undefined && isTime(value.time) ? value.time : null}
        />
      );
    case "text":
      return (
        <TextField
          label={label}
          onChange={(next) => onChange(withKind("text", next || undefined))}
          value={value?.text ?? ""}
        />
      );
  }
}

const withKind = (kind: keyof AnswerValueJson, value: string | undefined): AnswerValueJson | undefined =>
  value === undefined ? undefined : { [kind]: value };
