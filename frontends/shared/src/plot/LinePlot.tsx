import { useText } from "../i18n";
import { Disclosure, VisuallyHidden } from "../ui";
import { Drawing } from "./Drawing";
import { Legend } from "./Legend";
import styles from "./LinePlot.module.css";
import { layoutOf } from "./layout";
import { PlotTable } from "./PlotTable";
import type { LinePlotProps } from "./plot";
import { usePlotWords } from "./use-plot-words";

/** Values over time as a line, and the same as a table: nothing stands in the drawing alone. It does not move. */
export function LinePlot(props: LinePlotProps) {
  const { title, titleLang, unit, points, undrawn = [], breaks = [], bands = [], current, level = 3 } = props;
  const t = useText();
  const words = usePlotWords(unit);
  const Heading = `h${level}` as "h2" | "h3";
  const heading = (
    <figcaption>
      <Heading className={styles.title}>
        <span lang={titleLang}>{title}</span> {unit ? <span className={styles.unit}>{unit}</span> : null}
      </Heading>
    </figcaption>
  );
  if (points.length === 0 && undrawn.length === 0) {
    return (
      <figure className={styles.figure}>
        {heading}
        <p>{t("plot.none")}</p>
      </figure>
    );
  }
  return (
    <figure className={styles.figure}>
      {heading}
      {points.length > 0 ? (
        <>
          <Drawing
            current={points.findIndex(({ id }) => id === current)}
            label={`${title}. ${words.summary(points, breaks)}`}
            layout={layoutOf(points, breaks, bands)}
            points={points}
            words={words}
          />
          <Legend bands={bands} breaks={breaks} current={current} points={points} words={words} />
        </>
      ) : null}
      <Disclosure
        level={level === 2 ? 3 : 4}
        title={
          <span>
            <span>{t("plot.table")}</span> <VisuallyHidden>{title}</VisuallyHidden>
          </span>
        }
      >
        <PlotTable {...props} words={words} />
      </Disclosure>
    </figure>
  );
}
