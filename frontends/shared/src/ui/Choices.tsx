import { useId } from "react";
import styles from "./Choices.module.css";

export interface ChoicesProps<Id extends string> {
  readonly legend: string;
  readonly options: readonly { readonly id: Id; readonly label: string; readonly description?: string }[];
  readonly value: Id | undefined;
  readonly onChange: (id: Id) => void;
  /** The message under the legend; without one the choice is valid. */
  readonly error?: string | undefined;
}

/** One of a few, all in sight: radio buttons as large as a thumb. */
export function Choices<Id extends string>({ legend, options, value, onChange, error }: ChoicesProps<Id>) {
  const name = useId();
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined} className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      {error ? (
        <p className={styles.error} id={`${name}-error`}>
          {error}
        </p>
      ) : null}
      {options.map(({ id, label, description }) => (
        <label className={styles.choice} key={id}>
          <input checked={value === id} name={name} onChange={() => onChange(id)} type="radio" value={id} />
          <span>
            {label}
            {description ? <span className={styles.description}>{description}</span> : null}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
