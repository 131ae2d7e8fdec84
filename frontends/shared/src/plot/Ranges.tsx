import styles from "./LinePlot.module.css";
import { type Layout, part } from "./layout";

/** Where values were expected to lie, point by point. */
export function Ranges({ ranges }: Pick<Layout<unknown>, "ranges">) {
  return ranges.map(({ low, high, left, right, top, bottom }) => {
    const [from, to] = [part(left), part(right)];
    return (
      <g data-range="" key={left}>
        <rect className={styles.range} height={part(bottom - top)} width={part(right - left)} x={from} y={part(top)} />
        {high === undefined ? null : <line className={styles.edge} x1={from} x2={to} y1={part(top)} y2={part(top)} />}
        {low === undefined ? null : (
          <line className={styles.edge} x1={from} x2={to} y1={part(bottom)} y2={part(bottom)} />
        )}
      </g>
    );
  });
}
