import { useText } from "@kajo/shared/i18n";
import { Button, DateField, Row, TextField } from "@kajo/shared/ui";
import { FieldGroup } from "./FieldGroup";
import type { ExceptionalValue } from "./hours";

interface ExceptionalFieldsProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error: string | undefined;
  readonly value: readonly ExceptionalValue[];
  readonly onChange: (value: readonly ExceptionalValue[]) => void;
}

/** Days with hours of their own, or none: added and taken away one by one. */
export function ExceptionalFields({ name, label, hint, error, value, onChange }: ExceptionalFieldsProps) {
  const t = useText();
  const set = (at: number, part: Partial<ExceptionalValue>) =>
    onChange(value.map((day, index) => (index === at ? { ...day, ...part } : day)));
  return (
    <FieldGroup error={error} hint={hint} label={label} optional>
      {value.map((day, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a day has no other name until it is given
        <Row key={index}>
          <DateField
            label={t("admin.exceptional.day")}
            name={index === 0 ? name : `${name}.${index}`}
            onChange={(date) => set(index, { date })}
            value={day.date}
          />
          <TextField
            label={t("admin.exceptional.hours")}
            onChange={(hours) => set(index, { hours })}
            optional
            value={day.hours}
          />
          <Button kind="secondary" onPress={() => onChange(value.filter((_, at) => at !== index))}>
            {t("admin.exceptional.remove", { number: index + 1 })}
          </Button>
        </Row>
      ))}
      <Row>
        <Button kind="secondary" onPress={() => onChange([...value, { date: null, hours: "" }])}>
          {t("admin.exceptional.add")}
        </Button>
      </Row>
    </FieldGroup>
  );
}
