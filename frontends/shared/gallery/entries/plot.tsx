import { LinePlot, type PlotBand, type PlotPoint } from "../../src/plot";
import type { GalleryEntries } from "../entry";
import { longFinnish } from "../held";

const bands: readonly PlotBand[] = [
  { from: 0, text: "Vähäinen haitta", tone: "success", level: "Tavallinen" },
  { from: 2, text: "Kohtalainen haitta", tone: "warning", level: "Huomioitava" },
  { from: 4, text: longFinnish, tone: "danger", level: "Vakava" },
];

const meaningOf = (value: number) => bands.findLast(({ from }) => from <= value)?.text;

/** One a month, from March on. */
const monthly = (values: readonly number[]): readonly PlotPoint[] =>
  values.map((value, month) => ({ id: `${month}`, at: new Date(Date.UTC(2026, 2 + month, 5, 9)), value }));

const harm = monthly([4, 3, 3, 1, 2, 0]).map((point) => ({ ...point, meaning: meaningOf(point.value) }));

const weights = monthly(Array.from({ length: 48 }, (_, month) => 71.5 + 4 * Math.sin(month / 5)));

export const entries: GalleryEntries = {
  LinePlot: [
    {
      name: "a score with what it means",
      element: <LinePlot bands={bands} current="3" points={harm} title="Haitta arjessa" />,
    },
    { name: "many values with a unit", element: <LinePlot points={weights} title="Paino" unit="kg" /> },
    {
      name: "what was asked has changed",
      element: (
        <LinePlot bands={bands} breaks={[3]} points={monthly([9, 8, 7, 4, 3, 1])} title={`${longFinnish}: haitta`} />
      ),
    },
    { name: "one value", element: <LinePlot bands={bands} points={harm.slice(0, 1)} title="Haitta arjessa" /> },
    { name: "no values", element: <LinePlot points={[]} title="Paino" unit="kg" /> },
  ],
};
