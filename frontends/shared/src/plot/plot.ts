/** What a plot is drawn of. */
import type { ReactNode } from "react";

/** What stands in the table of a plot. */
export interface PlotRow {
  readonly id: string;
  readonly at: Date;
  /** The time of day is not known. */
  readonly isDayOnly?: boolean | undefined;
  /** Without one it has no place in the drawing. */
  readonly value?: number | undefined;
  /** The value as it was written; without it: the number. */
  readonly text?: string | undefined;
  /** It was measured in another unit than that of the plot, or nobody knows: none is written beside it. */
  readonly isOtherUnit?: boolean | undefined;
  /** Between which values it was expected to lie. */
  readonly expected?: Expected | undefined;
  /** What the value means, in words. */
  readonly meaning?: string | undefined;
  /** Of these words, when it is not that of the page. */
  readonly meaningLang?: string | undefined;
}

/** What is left out has no bound on that side. */
export interface Expected {
  readonly low?: number | undefined;
  readonly high?: number | undefined;
}

export interface PlotPoint extends PlotRow {
  readonly value: number;
  /** All that is known is that it lies below or above the value. */
  readonly lies?: "below" | "above" | undefined;
}

/** What a value means from `from` on, up to where the next one begins. */
export interface PlotBand {
  readonly from: number;
  readonly text: string;
  readonly lang?: string | undefined;
  readonly tone: "neutral" | "success" | "warning" | "danger";
  /** How one ought to look at it, in a word. */
  readonly level?: string | undefined;
}

export interface LinePlotProps {
  /** What is measured. */
  readonly title: string;
  readonly titleLang?: string | undefined;
  readonly unit?: string | undefined;
  /** The oldest first. */
  readonly points: readonly PlotPoint[];
  /** What is no number, in whatever order: it stands in the table alone. */
  readonly undrawn?: readonly PlotRow[];
  /** Places in the points, counted from 0, from which on the values mean something else than before. */
  readonly breaks?: readonly number[];
  /** The lowest first; of what came after the last break. */
  readonly bands?: readonly PlotBand[];
  /** The one that is looked at. */
  readonly current?: string | undefined;
  /** In the table: the moment of a point as a way to where it comes from. */
  readonly link?: (row: PlotRow, text: string) => ReactNode;
  /** Of the heading. */
  readonly level?: 2 | 3;
}
