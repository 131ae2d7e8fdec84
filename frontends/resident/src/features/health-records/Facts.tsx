import styles from "./HealthRecords.module.css";

interface FactsProps {
  /** What it is, and what is told of it; what is not told is left out. */
  readonly facts: readonly (readonly [label: string, text: string])[];
}

/** What else is told of a record. */
export function Facts({ facts }: FactsProps) {
  const told = facts.filter(([, text]) => text !== "");
  if (told.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {told.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
