import { dateTimeText, dotted, useLanguage, useText } from "../i18n";
import { DataTable, type TableColumns } from "../ui";
import { breaksWithin } from "./layout";
import type { LinePlotProps, PlotPoint } from "./plot";
import type { PlotWords } from "./use-plot-words";

interface PlotTableProps extends LinePlotProps {
  readonly words: PlotWords;
}

/** The values one below the other, the newest first. */
export function PlotTable({ title, points, breaks = [], current, link, words }: PlotTableProps) {
  const t = useText();
  const language = useLanguage();
  const changed = new Set(breaksWithin(breaks, points.length).map((at) => points[at]?.id));
  const noteOf = ({ id }: PlotPoint) =>
    dotted(id === current ? t("plot.open") : undefined, changed.has(id) ? t("plot.changed") : undefined);
  const columns: TableColumns<PlotPoint> = [
    {
      id: "when",
      label: t("plot.when"),
      cell: (point) => {
        const text = dateTimeText(language, point.at);
        return link ? link(point, text) : text;
      },
    },
    { id: "value", label: t("plot.value"), align: "end", cell: words.value },
    ...(points.some(({ meaning }) => meaning)
      ? [
          {
            id: "meaning",
            label: t("plot.meaning"),
            cell: ({ meaning, meaningLang }: PlotPoint) => <span lang={meaningLang}>{meaning}</span>,
          },
        ]
      : []),
    ...(points.some(noteOf) ? [{ id: "note", label: t("plot.note"), cell: noteOf }] : []),
  ];
  return <DataTable caption={title} columns={columns} rowKey={({ id }) => id} rows={points.toReversed()} />;
}
