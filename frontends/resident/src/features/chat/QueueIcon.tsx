import { lazy, Suspense } from "react";
import styles from "./Chat.module.css";

/** The list of all icons, without what chooses among them, is fetched with the first that is shown, behind what one came to read. */
const Icon = lazy(async () => ({ default: (await import("@kajo/shared/icons/icon")).Icon }));

/** The icon of a queue. Its room is there before it is: nothing moves. */
export function QueueIcon({ name }: { readonly name: string }) {
  return (
    <span className={styles.icon}>
      <Suspense>
        <Icon name={name} />
      </Suspense>
    </span>
  );
}
