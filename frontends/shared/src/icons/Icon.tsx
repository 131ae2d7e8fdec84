import type { LucideIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { loaderOf } from "./catalogue";
import styles from "./Icon.module.css";

export interface IconProps {
  /** A name of the catalogue; another one shows an empty ring. */
  readonly name: string;
  /** Width and height in pixels. */
  readonly size?: number;
}

/** A decorative icon, fetched when it is shown. Its room is there before it is: nothing moves. */
export function Icon({ name, size = 24 }: IconProps) {
  const [loaded, setLoaded] = useState<{ readonly name: string; readonly Shape: LucideIcon }>();
  useEffect(() => {
    let wanted = true;
    void loaderOf(name)?.().then(
      ({ default: Shape }) => {
        if (wanted) setLoaded({ name, Shape });
      },
      // An icon decorates: without a connection its empty room will do.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [name]);
  const Shape = loaded?.name === name ? loaded.Shape : undefined;
  return (
    <span
      aria-hidden="true"
      className={styles.room}
      data-unknown={loaderOf(name) ? undefined : ""}
      style={{ width: size, height: size }}
    >
      {Shape ? <Shape size={size} strokeWidth={1.75} /> : null}
    </span>
  );
}
