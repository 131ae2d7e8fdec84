import styles from "./LinePlot.module.css";
import { type Dot, part } from "./layout";
import type { PlotPoint } from "./plot";

interface PointProps {
  readonly dot: Dot | undefined;
  readonly lies: PlotPoint["lies"];
  readonly isCurrent: boolean;
  readonly title: string;
}

/** A value; one that is only known to lie below or above its place points there. */
export function Point({ dot, lies, isCurrent, title }: PointProps) {
  const [x, y] = [part(dot?.x ?? 0), part(dot?.y ?? 0)];
  if (lies === undefined) {
    return (
      <circle className={styles.point} cx={x} cy={y} data-current={isCurrent || undefined} r={isCurrent ? 7 : 4}>
        <title>{title}</title>
      </circle>
    );
  }
  const size = isCurrent ? 9 : 6;
  const tip = lies === "below" ? size : -size;
  return (
    <svg data-lies={lies} overflow="visible" x={x} y={y}>
      <title>{title}</title>
      <path
        className={styles.point}
        d={`M ${-size} ${-tip} H ${size} L 0 ${tip} Z`}
        data-current={isCurrent || undefined}
      />
    </svg>
  );
}
