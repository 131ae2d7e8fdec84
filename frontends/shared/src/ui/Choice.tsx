import { type ReactNode, useId } from "react";
import styles from "./Choice.module.css";
import field from "./Field.module.css";

export interface ChoiceProps {
  readonly isSelected: boolean;
  readonly onChange: (selected: boolean) => void;
  readonly name?: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  /** Some of what it stands for is chosen, some is not. */
  readonly isIndeterminate?: boolean;
}

interface Props extends ChoiceProps {
  readonly label?: string | undefined;
  readonly "aria-label"?: string | undefined;
  /** What moves on a track is a switch. */
  readonly shape?: "track";
  /** Drawn in the mark. */
  readonly children?: ReactNode;
}

/** The browser's own box, unseen, under a mark that is drawn as we like it; pressed as one with its label. */
export function Choice({
  isSelected,
  onChange,
  hint,
  error,
  isRequired = false,
  isDisabled = false,
  isIndeterminate = false,
  label,
  shape,
  children,
  ...input
}: Props) {
  const id = useId();
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className={styles.field} data-invalid={error ? "" : undefined}>
      <label className={styles.choice} data-bare={label === undefined || undefined}>
        <input
          {...input}
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
          aria-required={isRequired || undefined}
          checked={isSelected}
          className={styles.box}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.checked)}
          ref={(box) => {
            if (box) box.indeterminate = isIndeterminate;
          }}
          role={shape === "track" ? "switch" : undefined}
          type="checkbox"
        />
        <span className={styles.mark} data-shape={shape}>
          {children}
        </span>
        {label === undefined ? null : <span>{label}</span>}
      </label>
      {hint ? (
        <span className={styles.hint} data-after={shape} id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
      {error ? (
        <span className={field.error} id={`${id}-error`}>
          {error}
        </span>
      ) : null}
    </div>
  );
}
