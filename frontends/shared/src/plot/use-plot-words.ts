import { useIntl } from "react-intl";
import { shortDayText, useLanguage, useText } from "../i18n";
import { breaksWithin } from "./layout";
import type { Expected, PlotPoint, PlotRow } from "./plot";

/** As many digits as answers and scores have at most. */
const six = { maximumFractionDigits: 6 } as const;

/** A year stands with every day: what is drawn may go over several. */
const long = new Date(0);

export interface PlotWords {
  readonly number: (value: number) => string;
  readonly day: (at: Date) => string;
  /** A value with its unit, where it has that of the plot. */
  readonly value: (row: PlotRow) => string;
  /** Between which values one lies as expected; empty: nobody has said. */
  readonly expected: (row: PlotRow) => string;
  /** A point where it is pointed at. */
  readonly point: (point: PlotPoint) => string;
  /** What the drawing shows, for whoever does not see it. */
  readonly summary: (points: readonly PlotPoint[], breaks: readonly number[]) => string;
}

export function usePlotWords(unit: string | undefined): PlotWords {
  const t = useText();
  const intl = useIntl();
  const language = useLanguage();
  const number = (value: number) => intl.formatNumber(value, six);
  const written = ({ text, value: measured }: PlotRow) => text ?? (measured === undefined ? "" : number(measured));
  const value = (row: PlotRow) => [written(row), row.isOtherUnit ? undefined : unit].filter(Boolean).join(" ");
  const expected = (row: PlotRow) => rangeText(row.expected ?? {}, number);
  const said = (point: PlotPoint) => (point.meaning ? `${value(point)} (${point.meaning})` : value(point));
  const day = (at: Date) => shortDayText(language, at, long);
  const summary = (points: readonly PlotPoint[], breaks: readonly number[]) => {
    const [oldest, newest] = [points.at(0), points.at(-1)];
    if (oldest === undefined || newest === undefined) return t("plot.none");
    if (points.length === 1) return t("plot.summary.one", { at: day(newest.at), value: said(newest) });
    const changed = breaksWithin(breaks, points.length).at(-1);
    // Least and greatest say something of values that can be compared.
    const alike = points.slice(changed ?? 0).toSorted((one, other) => one.value - other.value);
    return t(changed === undefined ? "plot.summary" : "plot.summary.changed", {
      n: points.length,
      from: day(oldest.at),
      to: day(newest.at),
      first: said(points[changed ?? 0] ?? oldest),
      last: said(newest),
      min: said(alike.at(0) ?? newest),
      max: said(alike.at(-1) ?? newest),
    });
  };
  const point = (each: PlotPoint) => `${day(each.at)}: ${said(each)}`;
  return { number, day, value, expected, point, summary };
}

function rangeText({ low, high }: Expected, number: (value: number) => string): string {
  if (low !== undefined && high !== undefined) return `${number(low)}–${number(high)}`;
  if (low !== undefined) return `≥ ${number(low)}`;
  return high === undefined ? "" : `≤ ${number(high)}`;
}
