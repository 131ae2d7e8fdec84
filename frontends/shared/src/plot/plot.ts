/** What a plot is drawn of. */
import type { ReactNode } from "react";

export interface PlotPoint {
  readonly id: string;
  readonly at: Date;
  readonly value: number;
  /** It was measured in another unit than that of the plot, or nobody knows: none is written beside it. */
  readonly isOtherUnit?: boolean | undefined;
  /** What the value means, in words. */
  readonly meaning?: string | undefined;
  /** Of these words, when it is not that of the page. */
  readonly meaningLang?: string | undefined;
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
  /** Places in the points, counted from 0, from which on the values mean something else than before. */
  readonly breaks?: readonly number[];
  /** The lowest first; of what came after the last break. */
  readonly bands?: readonly PlotBand[];
  /** The one that is looked at. */
  readonly current?: string | undefined;
  /** In the table: the moment of a point as a way to where it comes from. */
  readonly link?: (point: PlotPoint, text: string) => ReactNode;
  /** Of the heading. */
  readonly level?: 2 | 3;
}
