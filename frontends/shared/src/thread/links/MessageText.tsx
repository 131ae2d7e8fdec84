import { lazy, Suspense } from "react";
import styles from "../Thread.module.css";
import type { LinkedProps } from "./Linked";

/** What is worth fetching the code for. */
const hint = /https?:\/\/|www\.|\d{3}/i;

const Linked = lazy(async () => {
  // Without the code the words are there all the same.
  const fetched = await import("./Linked").catch(() => undefined);
  return { default: fetched?.Linked ?? Plain };
});

/** The words of a message. Addresses and telephone numbers are links; the words stand there before it is known which are. */
export function MessageText(props: LinkedProps) {
  return (
    <p className={styles.text}>
      {hint.test(props.text) ? (
        <Suspense fallback={<Plain {...props} />}>
          <Linked {...props} />
        </Suspense>
      ) : (
        <Plain {...props} />
      )}
    </p>
  );
}

function Plain({ text }: LinkedProps) {
  return <span>{text}</span>;
}
