import { type ReactNode, useEffect, useRef } from "react";
import styles from "./InPlace.module.css";

/** A form in the place of the button that was pressed for it: its first field takes the focus over. */
export function InPlace({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.querySelector<HTMLElement>("input:not([readonly]), select")?.focus();
  }, []);
  return (
    <div className={styles.sheet} ref={place}>
      {children}
    </div>
  );
}
