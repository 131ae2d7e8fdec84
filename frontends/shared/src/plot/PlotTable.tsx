import { dateTimeText, dayText, dotted, useLanguage, useText } from "../i18n";
import { DataTable, type TableColumns } from "../ui";
import { breaksWithin } from "./layout";
import type { LinePlotProps, PlotRow } from "./plot";
import type { PlotWords } from "./use-plot-words";

interface PlotTableProps extends LinePlotProps {
  readonly words: PlotWords;
}

/** The values one below the other, the newest first. */
export function PlotTable({ title, points, undrawn = [], breaks = [], current, link, words }: PlotTableProps) {
  const t = useText();
  const language = useLanguage();
  const changed = new Set(breaksWithin(breaks, points.length).map((at) => points[at]?.id));
  const all: readonly PlotRow[] = [...points, ...undrawn];
  const rows = all.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const noteOf = ({ id }: PlotRow) =>
    dotted(id === current ? t("plot.open") : undefined, changed.has(id) ? t("plot.changed") : undefined);
  const columns: TableColumns<PlotRow> = [
    {
      id: "when",
      label: t("plot.when"),
      cell: (row) => {
        const text = row.isDayOnly ? dayText(language, row.at) : dateTimeText(language, row.at);
        return link ? link(row, text) : text;
      },
    },
    { id: "value", label: t("plot.value"), align: "end", cell: words.value },
    ...(rows.some(words.expected)
      ? [{ id: "expected", label: t("plot.expected"), align: "end" as const, cell: words.expected }]
      : []),
    ...(rows.some(({ meaning }) => meaning)
      ? [
          {
            id: "meaning",
            label: t("plot.meaning"),
            cell: ({ meaning, meaningLang }: PlotRow) => <span lang={meaningLang}>{meaning}</span>,
          },
        ]
      : []),
    ...(rows.some(noteOf) ? [{ id: "note", label: t("plot.note"), cell: noteOf }] : []),
  ];
  return <DataTable caption={title} columns={columns} rowKey={({ id }) => id} rows={rows.toReversed()} />;
}
