import { FileText } from "lucide-react";
import { lazy, Suspense } from "react";
import styles from "./Applications.module.css";

/** The list of all icons is fetched with the first that is shown, behind what one came to read. */
const Icon = lazy(async () => ({ default: (await import("@kajo/shared/icons/icon")).Icon }));

/** Its room is there before it is: nothing moves. Without a name: a sheet of paper. */
export function ChoiceIcon({ name = "" }: { readonly name?: string | undefined }) {
  return (
    <span aria-hidden="true" className={styles.icon}>
      {name === "" ? (
        <FileText size={24} strokeWidth={1.75} />
      ) : (
        <Suspense>
          <Icon name={name} />
        </Suspense>
      )}
    </span>
  );
}
