import { localized, useLanguage, useText } from "../i18n";
import type { ItemJson } from "../rpc/gen/kajo/survey/v1/questionnaire_pb";
import { RadioGroup, TextArea, TextField } from "../ui";
import { Choices } from "./Choices";
import { isDay, isTime } from "./calendar";
import type { Fields } from "./fields";
import type { Values } from "./values";

export interface QuestionProps {
  readonly item: ItemJson;
  /** What was fetched for the questionnaire. */
  readonly fields: Partial<Fields>;
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}

/** More characters than this are counted from the start. */
const textMax = 10_000;

const million = 1_000_000;
const whole = { maximumFractionDigits: 0 };
// More digits than asked are told, not cut.
const exact = { maximumFractionDigits: 6 };

const keyboards = {
  STRING_FORMAT_EMAIL: "email",
  STRING_FORMAT_PHONE: "tel",
  STRING_FORMAT_POSTAL_CODE: "numeric",
} as const;

/** A question with the field that its type asks for. */
export function Question({ item, fields, name, label, error, values, onChange }: QuestionProps) {
  const t = useText();
  const language = useLanguage();
  const hint = localized(language, item.hint);
  const [value] = values;
  const field = { name, label, error, optional: !item.required, ...(hint ? { hint } : {}) };
  const change = (next: Values[number] | undefined) => onChange(next === undefined ? [] : [next]);
  const text = {
    value: value?.text ?? "",
    onChange: (next: string) => change(next === "" ? undefined : { text: next }),
  };
  const { date: DateField, number: NumberField, time: TimeField } = fields;
  switch (item.type) {
    case "ITEM_TYPE_BOOLEAN":
      return (
        <RadioGroup
          {...field}
          onChange={(id) => change({ boolean: id === "yes" })}
          options={[
            { id: "yes", label: t("questionnaire.yes") },
            { id: "no", label: t("questionnaire.no") },
          ]}
          value={value?.boolean === undefined ? null : value.boolean ? "yes" : "no"}
        />
      );
    case "ITEM_TYPE_STRING": {
      const format = item.format as keyof typeof keyboards | undefined;
      const inputMode = format && keyboards[format];
      return <TextField {...field} {...text} max={item.maxLength || undefined} {...(inputMode ? { inputMode } : {})} />;
    }
    case "ITEM_TYPE_TEXT":
      return <TextArea {...field} {...text} max={item.maxLength || textMax} />;
    case "ITEM_TYPE_INTEGER":
      return NumberField ? (
        <NumberField
          {...field}
          format={whole}
          onChange={(next) => change(next === null ? undefined : { integer: digits(next) })}
          value={value?.integer === undefined ? null : Number(value.integer)}
        />
      ) : null;
    case "ITEM_TYPE_DECIMAL":
      return NumberField ? (
        <NumberField
          {...field}
          format={exact}
          onChange={(next) => change(next === null ? undefined : { decimal: digits(next * million) })}
          value={value?.decimal === undefined ? null : Number(value.decimal) / million}
        />
      ) : null;
    case "ITEM_TYPE_DATE":
      return DateField ? (
        <DateField
          {...field}
          onChange={(date) => change(date === null ? undefined : { date })}
          value={value?.date !== undefined && isDay(value.date) ? value.date : null}
        />
      ) : null;
    case "ITEM_TYPE_TIME":
      return TimeField ? (
        <TimeField
          {...field}
          onChange={(time) => change(time === null ? undefined : { time })}
          value={value?.time !== undefined && isTime(value.time) ? value.time : null}
        />
      ) : null;
    case "ITEM_TYPE_CHOICE":
    case "ITEM_TYPE_OPEN_CHOICE":
      return (
        <Choices error={error} hint={hint} item={item} label={label} name={name} onChange={onChange} values={values} />
      );
    default:
      return null;
  }
}

/** What was typed as a whole number; far beyond what is taken it is out of range, whatever it is. */
const digits = (number: number) => String(BigInt(Math.round(Math.max(-1e18, Math.min(1e18, number)))));
