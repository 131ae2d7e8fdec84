import { useText } from "@kajo/shared/i18n";
import type { FieldOf } from "@kajo/shared/patterns";
import type { HolidayRuleJson, HoursRuleJson } from "@kajo/shared/rpc";
import { RadioGroup, TextField } from "@kajo/shared/ui";
import { pathOf } from "./fields";
import { HoursExceptions } from "./HoursExceptions";
import type { OpeningHoursValue } from "./opening-hours";
import { WeekFields } from "./WeekFields";

interface HoursEditorProps {
  /** Their key in the details. */
  readonly fieldKey: string;
  readonly value: OpeningHoursValue;
  readonly onChange: (value: OpeningHoursValue) => void;
  readonly field: FieldOf<string>;
}

/** When something is open: its regular hours, what holds on holidays and their eves, and exceptions. */
export function HoursEditor({ fieldKey, value, onChange, field }: HoursEditorProps) {
  const t = useText();
  const path = pathOf(fieldKey);
  const set = (part: Partial<OpeningHoursValue>) => onChange({ ...value, ...part });
  const { rule, holidays, eves } = value;
  const rules: readonly { readonly id: HoursRuleJson; readonly label: string }[] = [
    { id: "HOURS_RULE_DAILY", label: t("openingHours.rule.daily") },
    { id: "HOURS_RULE_WEEKLY", label: t("openingHours.rule.weekly") },
  ];
  const dayRules: readonly { readonly id: HolidayRuleJson; readonly label: string }[] = [
    { id: "HOLIDAY_RULE_REGULAR", label: t("openingHours.regular") },
    { id: "HOLIDAY_RULE_CLOSED", label: t("openingHours.closed") },
    { id: "HOLIDAY_RULE_HOURS", label: t("openingHours.own") },
  ];
  return (
    <>
      <RadioGroup
        {...field(`${path}.rule`)}
        onChange={(chosen) => set({ rule: chosen })}
        options={rules}
        value={rule}
      />
      {rule === "HOURS_RULE_DAILY" ? (
        <TextField
          {...field(`${path}.daily`)}
          hint={t("openingHours.hint")}
          onChange={(daily) => set({ daily })}
          value={value.daily}
        />
      ) : null}
      {rule === "HOURS_RULE_WEEKLY" ? (
        <WeekFields
          field={field}
          fieldKey={`${fieldKey}.weekly`}
          hint={t("openingHours.weekly.hint")}
          label={t("openingHours.weekly")}
          onChange={(weekly) => set({ weekly })}
          value={value.weekly}
        />
      ) : null}
      <RadioGroup
        hint={t("openingHours.holidays.hint")}
        label={t("openingHours.holidays")}
        onChange={(chosen) => set({ holidays: chosen })}
        options={dayRules}
        value={holidays}
      />
      {holidays === "HOLIDAY_RULE_HOURS" ? (
        <TextField
          {...field(`${path}.holiday_windows`)}
          hint={t("openingHours.hint")}
          onChange={(holidayHours) => set({ holidayHours })}
          value={value.holidayHours}
        />
      ) : null}
      <RadioGroup
        hint={t("openingHours.eves.hint")}
        label={t("openingHours.eves")}
        onChange={(chosen) => set({ eves: chosen })}
        options={dayRules}
        value={eves}
      />
      {eves === "HOLIDAY_RULE_HOURS" ? (
        <TextField
          {...field(`${path}.eve_windows`)}
          hint={t("openingHours.hint")}
          onChange={(eveHours) => set({ eveHours })}
          value={value.eveHours}
        />
      ) : null}
      <HoursExceptions
        {...field(`${path}.exceptions`)}
        onChange={(exceptions) => set({ exceptions })}
        value={value.exceptions}
      />
    </>
  );
}
