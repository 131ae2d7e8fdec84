import { VisuallyHidden } from "../ui";
import styles from "./FileDrop.module.css";
import { shortName } from "./short-name";

/** The name of a file. A long one is cut in its middle, so that beginning and ending tell which it is. */
export function FileName({ name }: { readonly name: string }) {
  const short = shortName(name);
  if (short === name) return <span className={styles.fileName}>{name}</span>;
  return (
    <span className={styles.fileName} title={name}>
      <span aria-hidden="true">{short}</span>
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  );
}
