import { ProgressBar as AriaProgressBar, Label } from "react-aria-components";
import styles from "./ProgressBar.module.css";

export interface ProgressBarProps {
  readonly label: string;
  /** 0 to `max`; undefined while nobody knows how long it takes. */
  readonly value: number | undefined;
  readonly max?: number;
  /** In place of the percentage, for example "2/4". */
  readonly valueLabel?: string;
}

export function ProgressBar({ label, value, max = 100, valueLabel }: ProgressBarProps) {
  return (
    <AriaProgressBar
      className={styles.progress ?? ""}
      isIndeterminate={value === undefined}
      maxValue={max}
      value={value ?? 0}
      {...(valueLabel === undefined ? {} : { valueLabel })}
    >
      {({ percentage, valueText }) => (
        <>
          <Label>{label}</Label>
          <span className={styles.value}>{value === undefined ? null : valueText}</span>
          <div className={styles.track}>
            <div
              className={styles.fill}
              data-unknown={value === undefined || undefined}
              style={percentage === undefined ? undefined : { width: `${percentage}%` }}
            />
          </div>
        </>
      )}
    </AriaProgressBar>
  );
}
