import { useEffect, useRef, useState } from "react";
import { Icon } from "./Icon";
import styles from "./Icon.module.css";

/** An icon that is fetched only once it comes into sight: opening the catalogue does not fetch all of it. */
export function SeenIcon({ name, size = 24 }: { readonly name: string; readonly size?: number }) {
  const room = useRef<HTMLSpanElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = room.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        setSeen(true);
        observer.disconnect();
      },
      // A little ahead of whoever scrolls.
      { rootMargin: "200px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <span aria-hidden="true" className={styles.room} ref={room} style={{ width: size, height: size }}>
      {seen ? <Icon name={name} size={size} /> : null}
    </span>
  );
}
