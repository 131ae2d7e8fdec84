import { useText } from "../i18n";
import { StatusTag } from "../ui";
import styles from "./LinePlot.module.css";
import { breaksWithin } from "./layout";
import type { PlotBand, PlotPoint } from "./plot";
import type { PlotWords } from "./use-plot-words";

interface LegendProps {
  readonly points: readonly PlotPoint[];
  readonly breaks: readonly number[];
  readonly bands: readonly PlotBand[];
  readonly current: string | undefined;
  readonly words: PlotWords;
}

/** What the marks of a drawing mean. */
export function Legend({ points, breaks, bands, current, words }: LegendProps) {
  const t = useText();
  const days = breaksWithin(breaks, points.length).flatMap((at) => {
    const first = points[at];
    return first ? [words.day(first.at)] : [];
  });
  return (
    <div className={styles.legend}>
      {points.length === 1 ? <p>{t("plot.single")}</p> : null}
      {points.length > 1 && points.some(({ id }) => id === current) ? <p>{t("plot.current")}</p> : null}
      {points.some(({ lies }) => lies) ? <p>{t("plot.lies")}</p> : null}
      {points.some(words.expected) ? (
        <p className={styles.band}>
          <span aria-hidden="true" className={styles.swatch} />
          <span>{t("plot.expected.area")}</span>
        </p>
      ) : null}
      {days.length > 0 ? <p>{t("plot.breaks", { days: days.join(", ") })}</p> : null}
      {bands.length > 0 ? (
        <ul aria-label={t("plot.bands")} className={styles.bands}>
          {bands.map(({ from, text, lang, tone, level }) => (
            <li className={styles.band} key={from}>
              <span aria-hidden="true" className={styles.swatch} data-tone={tone} />
              <span>{t("plot.band", { from: words.number(from) })}</span>
              <span lang={lang}>{text}</span>
              {level ? <StatusTag tone={tone}>{level}</StatusTag> : null}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
