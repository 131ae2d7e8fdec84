import { useText } from "@kajo/shared/i18n";
import type { FieldOf } from "@kajo/shared/patterns";
import { TextField } from "@kajo/shared/ui";
import { FieldGroup } from "./FieldGroup";
import { pathOf } from "./fields";
import { type WeekValue, weekdays, weekdayTexts } from "./hours";

interface WeekFieldsProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Its key in the value. */
  readonly fieldKey: string;
  readonly value: WeekValue;
  readonly onChange: (value: WeekValue) => void;
  readonly field: FieldOf<string>;
}

/** Hours of each weekday, as people write them: a day without any is left empty. */
export function WeekFields({ label, hint, fieldKey, value, onChange, field }: WeekFieldsProps) {
  const t = useText();
  return (
    <FieldGroup hint={hint} label={label}>
      {weekdays.map((day) => (
        <TextField
          key={day}
          {...field(`${pathOf(fieldKey)}.${day}`)}
          label={t(weekdayTexts[day])}
          onChange={(text) => onChange({ ...value, [day]: text })}
          optional
          value={value[day]}
        />
      ))}
    </FieldGroup>
  );
}
