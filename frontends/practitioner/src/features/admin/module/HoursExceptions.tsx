import { useText } from "@kajo/shared/i18n";
import { Checkbox, DateField, Row, TextField } from "@kajo/shared/ui";
import { FieldGroup } from "./FieldGroup";
import { OneByOne } from "./OneByOne";
import type { HoursExceptionValue } from "./opening-hours";

interface HoursExceptionsProps {
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly value: readonly HoursExceptionValue[];
  readonly onChange: (value: readonly HoursExceptionValue[]) => void;
}

/** Days with hours of their own, or none: one day or several in a row, once or every year. */
export function HoursExceptions({ name, ...group }: HoursExceptionsProps) {
  const t = useText();
  return (
    <OneByOne
      {...group}
      add={t("openingHours.exceptions.add")}
      fresh={{ from: null, until: null, yearly: false, hours: "" }}
      hint={t("openingHours.exceptions.hint")}
    >
      {({ from, until, yearly, hours }, set, index, remove) => (
        <FieldGroup label={t("openingHours.exception", { number: index + 1 })}>
          <Row>
            <DateField
              label={t("openingHours.exception.from")}
              name={index === 0 ? name : `${name}.${index}`}
              onChange={(day) => set({ from: day })}
              value={from}
            />
            <DateField
              hint={t("openingHours.exception.until.hint")}
              label={t("openingHours.exception.until")}
              onChange={(day) => set({ until: day })}
              optional
              value={until}
            />
          </Row>
          <Checkbox
            hint={t("openingHours.exception.yearly.hint")}
            isSelected={yearly}
            label={t("openingHours.exception.yearly")}
            onChange={(isYearly) => set({ yearly: isYearly })}
          />
          <TextField
            label={t("admin.exceptional.hours")}
            onChange={(written) => set({ hours: written })}
            optional
            value={hours}
          />
          <Row>{remove}</Row>
        </FieldGroup>
      )}
    </OneByOne>
  );
}
