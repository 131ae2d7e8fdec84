import { useText } from "@kajo/shared/i18n";
import { IconPicker } from "@kajo/shared/icons";
import type { FieldOf } from "@kajo/shared/patterns";
import { Checkbox, DateField, NumberField, RadioGroup, Select, Spinner, TextArea, TextField } from "@kajo/shared/ui";
import { ExceptionalFields } from "./ExceptionalFields";
import { type FieldValue, pathOf, type RecordField, type Texts, type Values } from "./fields";
import { HoursEditor } from "./HoursEditor";
import type { ExceptionalValue, WeekValue } from "./hours";
import { LocalizedFields } from "./LocalizedFields";
import { ManyChoices } from "./ManyChoices";
import type { OpeningHoursValue } from "./opening-hours";
import { WeekFields } from "./WeekFields";

interface RecordFieldInputProps<Details> {
  readonly of: RecordField<Details>;
  readonly field: FieldOf<string>;
  readonly value: FieldValue | undefined;
  /** All that the form holds. */
  readonly values: Values;
  readonly onChange: (value: FieldValue) => void;
}

/** One field of a record, as what it is. */
export function RecordFieldInput<Details>({ of, field, value, values, onChange }: RecordFieldInputProps<Details>) {
  const t = useText();
  const { key } = of;
  const hint = of.hint && t(of.hint as "serviceCategories.matter.hint");
  const common = { ...field(pathOf(key)), ...(hint ? { hint } : {}) };
  switch (of.as) {
    case "translated":
      return (
        <LocalizedFields
          field={field}
          fieldKey={key}
          hint={hint}
          label={t(of.label as "serviceCategories.name")}
          max={of.max}
          onChange={onChange}
          optional={of.optional}
          rows={of.rows}
          value={value as Texts}
        />
      );
    case "text":
      return <TextField {...common} max={of.max} onChange={onChange} optional={!of.required} value={value as string} />;
    case "number":
      return (
        <NumberField
          {...common}
          format={{ useGrouping: false }}
          max={of.max}
          min={of.min}
          onChange={onChange}
          optional={!of.required}
          value={value as number | null}
        />
      );
    case "choice":
      return (
        <RadioGroup
          {...common}
          onChange={onChange}
          options={of.options.map(([option, text]) => ({ id: option, label: t(text as "matter.health") }))}
          value={(value as string) || null}
        />
      );
    case "yesNo":
      return <Checkbox {...common} isSelected={value as boolean} onChange={onChange} />;
    case "words":
    case "parameters":
      return <TextArea {...common} onChange={onChange} optional rows={3} value={value as string} />;
    case "day":
      return <DateField {...common} onChange={onChange} optional={!of.required} value={value as string | null} />;
    case "week":
      return (
        <WeekFields
          field={field}
          fieldKey={key}
          hint={hint}
          label={t(of.label as "serviceCategories.name")}
          onChange={onChange}
          value={value as WeekValue}
        />
      );
    case "exceptional":
      return <ExceptionalFields {...common} onChange={onChange} value={value as readonly ExceptionalValue[]} />;
    case "openingHours":
      return (
        <>
          <h3>{t(of.label as "serviceCategories.name")}</h3>
          <HoursEditor field={field} fieldKey={key} onChange={onChange} value={value as OpeningHoursValue} />
        </>
      );
    case "icon":
      return (
        <IconPicker
          label={common.label}
          onChange={(icon) => onChange(icon ?? "")}
          value={(value as string) || undefined}
        />
      );
    case "reference":
      return <Reference common={common} of={of} onChange={onChange} value={value as string} values={values} />;
    case "references":
      return (
        <References common={common} of={of} onChange={onChange} value={value as readonly string[]} values={values} />
      );
    default:
      return of satisfies never;
  }
}

interface ReferProps<Details, As, Value> {
  readonly of: Extract<RecordField<Details>, { readonly as: As }>;
  readonly common: ReturnType<FieldOf<string>> & { readonly hint?: string };
  readonly value: Value;
  readonly values: Values;
  readonly onChange: (value: Value) => void;
}

function Reference<Details>({ of, common, value, values, onChange }: ReferProps<Details, "reference", string>) {
  const options = of.useOptions(value ? [value] : [], values);
  if (!options) return <Spinner />;
  return (
    <Select
      {...common}
      onChange={onChange}
      {...(of.optional ? { optional: true } : {})}
      options={options}
      value={value || null}
    />
  );
}

function References<Details>({
  of,
  common,
  value,
  values,
  onChange,
}: ReferProps<Details, "references", readonly string[]>) {
  const options = of.useOptions(value, values);
  if (!options) return <Spinner />;
  return <ManyChoices {...common} onChange={onChange} options={options} value={value} />;
}
