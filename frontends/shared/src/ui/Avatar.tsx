import styles from "./Avatar.module.css";

/** The initials of a name; the name itself stands beside it, so it is hidden from screen readers. */
export function Avatar({ name, quiet = false }: { readonly name: string; readonly quiet?: boolean }) {
  const initials = name
    .split(/\s+/)
    .filter((part) => part !== "")
    .map((part) => Array.from(part)[0] ?? "");
  const shown = [initials[0], initials.length > 1 ? initials.at(-1) : ""].join("").toUpperCase();
  return (
    <span aria-hidden="true" className={styles.avatar} data-quiet={quiet || undefined} translate="no">
      {shown}
    </span>
  );
}
