import { useText } from "@kajo/shared/i18n";
import { DateField, Row, TextField } from "@kajo/shared/ui";
import type { ExceptionalValue } from "./hours";
import { OneByOne } from "./OneByOne";

interface ExceptionalFieldsProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error: string | undefined;
  readonly value: readonly ExceptionalValue[];
  readonly onChange: (value: readonly ExceptionalValue[]) => void;
}

/** Days with hours of their own, or none. */
export function ExceptionalFields({ name, ...group }: ExceptionalFieldsProps) {
  const t = useText();
  return (
    <OneByOne {...group} add={t("admin.exceptional.add")} fresh={{ date: null, hours: "" }}>
      {(day, set, index, remove) => (
        <Row>
          <DateField
            label={t("admin.exceptional.day")}
            name={index === 0 ? name : `${name}.${index}`}
            onChange={(date) => set({ date })}
            value={day.date}
          />
          <TextField
            label={t("admin.exceptional.hours")}
            onChange={(hours) => set({ hours })}
            optional
            value={day.hours}
          />
          {remove}
        </Row>
      )}
    </OneByOne>
  );
}
