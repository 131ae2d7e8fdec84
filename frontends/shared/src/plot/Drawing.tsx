import styles from "./LinePlot.module.css";
import { type Layout, part } from "./layout";
import { Point } from "./Point";
import type { PlotBand, PlotPoint } from "./plot";
import { Ranges } from "./Ranges";
import type { PlotWords } from "./use-plot-words";

interface DrawingProps {
  readonly label: string;
  readonly points: readonly PlotPoint[];
  readonly layout: Layout<PlotBand>;
  /** Place of the point that is looked at; -1: none is. */
  readonly current: number;
  readonly words: PlotWords;
}

/**
 * The drawing itself, one picture for screen readers. Its figures are texts beside it: they keep their size where it is narrow, as its lines
 * and points do.
 */
export function Drawing({ label, points, layout, current, words }: DrawingProps) {
  const { ticks, areas, ranges, breaks, lines, dots } = layout;
  const widest = Math.max(...ticks.map(({ value }) => words.number(value).length), 1);
  const [oldest, newest] = [points.at(0), points.at(-1)];
  return (
    <div aria-label={label} className={styles.drawing} role="img">
      <div className={styles.values} style={{ inlineSize: `${widest}ch` }}>
        {ticks.map(({ value, y }) => (
          <span key={value} style={{ insetBlockStart: part(y) }}>
            {words.number(value)}
          </span>
        ))}
      </div>
      <svg aria-hidden="true" className={styles.lines} focusable="false">
        {areas.map(({ band, left, top, height }) => (
          <rect
            className={styles.area}
            data-tone={band.tone}
            height={part(height)}
            key={band.from}
            width={part(100 - left)}
            x={part(left)}
            y={part(top)}
          />
        ))}
        <Ranges ranges={ranges} />
        {ticks.map(({ value, y }) => (
          <line className={styles.grid} key={value} x1="0" x2="100%" y1={part(y)} y2={part(y)} />
        ))}
        {areas
          .filter(({ top }) => top > 0)
          .map(({ band, left, top }) => (
            <line className={styles.edge} key={band.from} x1={part(left)} x2="100%" y1={part(top)} y2={part(top)} />
          ))}
        {breaks.map((x) => (
          <line className={styles.break} data-break="" key={x} x1={part(x)} x2={part(x)} y1="0" y2="100%" />
        ))}
        {lines.map(({ place, from, to }) => (
          <line
            className={styles.line}
            data-line=""
            key={points[place]?.id}
            x1={part(from.x)}
            x2={part(to.x)}
            y1={part(from.y)}
            y2={part(to.y)}
          />
        ))}
        {points.map((point, place) => (
          <Point
            dot={dots[place]}
            isCurrent={place === current}
            key={point.id}
            lies={point.lies}
            title={words.point(point)}
          />
        ))}
      </svg>
      <div className={styles.times}>
        {oldest ? <span>{words.day(oldest.at)}</span> : null}
        {newest && points.length > 1 ? <span>{words.day(newest.at)}</span> : null}
      </div>
    </div>
  );
}
