import { useText } from "@kajo/shared/i18n";
import type { DelayUnitJson, PathDelayJson } from "@kajo/shared/rpc";
import { NumberField, Select } from "@kajo/shared/ui";
import type { ReactNode } from "react";
import { FieldGroup } from "../../module/FieldGroup";
import styles from "./Build.module.css";
import { units } from "./kinds";
import { patched } from "./types";

interface SpanFieldProps {
  readonly label: string;
  readonly name: string;
  readonly hint?: string;
  readonly error: string | undefined;
  readonly value: PathDelayJson | undefined;
  readonly onChange: (value: PathDelayJson) => void;
  /** The way to take it out again, where it need not be there. */
  readonly removal?: ReactNode;
}

/** How long: an amount and its unit. */
export function SpanField({ label, name, hint, error, value = {}, onChange, removal }: SpanFieldProps) {
  const t = useText();
  const { unit, amount } = value;
  return (
    <FieldGroup hint={hint} label={label}>
      <div className={styles.beside}>
        <NumberField
          error={error}
          format={{ maximumFractionDigits: 0 }}
          label={t("pathEditor.amount")}
          max={9999}
          min={1}
          name={name}
          onChange={(next) => onChange(patched(value, { amount: next ?? undefined }))}
          value={amount || null}
        />
        <Select
          label={t("pathEditor.unit")}
          onChange={(id) => onChange({ ...value, unit: id as DelayUnitJson })}
          options={Object.entries(units).map(([id, text]) => ({ id, label: t(text) }))}
          value={unit && unit !== "DELAY_UNIT_UNSPECIFIED" ? unit : null}
        />
      </div>
      {removal ? <div>{removal}</div> : null}
    </FieldGroup>
  );
}
