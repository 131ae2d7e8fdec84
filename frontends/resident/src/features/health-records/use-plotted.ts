import { useLanguage, useText } from "@kajo/shared/i18n";
import type { LinePlotProps, PlotPoint, PlotRow } from "@kajo/shared/plot";
import type { LabResultPointJson } from "@kajo/shared/rpc";
import { levelOf } from "./levels";
import { valueText } from "./words";

/** The contract writes what is no number as a word. */
const numberOf = (value: LabResultPointJson["number"]) => (typeof value === "number" ? value : undefined);

const lowerThan = /^\s*[<≤]/;

function liesOf({ open, value = "" }: LabResultPointJson): PlotPoint["lies"] {
  if (!open) return undefined;
  return lowerThan.test(value) ? "below" : "above";
}

/** Results as a plot wants them: what is no number stands in its table alone. */
export function usePlotted(): (points: readonly LabResultPointJson[]) => Pick<LinePlotProps, "points" | "undrawn"> {
  const t = useText();
  const language = useLanguage();
  const rowOf = (point: LabResultPointJson): PlotRow => {
    const level = levelOf(point.level);
    return {
      id: point.labResultId ?? "",
      at: new Date(point.takenAt ?? ""),
      isDayOnly: point.dayOnly,
      text: point.value ? valueText(language, point.value) : undefined,
      expected: { low: numberOf(point.referenceLow), high: numberOf(point.referenceHigh) },
      meaning: level && t(level.word),
    };
  };
  return (points) => {
    const dated = points.filter(({ takenAt }) => takenAt);
    return {
      points: dated.flatMap((point) => {
        const value = numberOf(point.number);
        return value === undefined ? [] : [{ ...rowOf(point), value, lies: liesOf(point) }];
      }),
      // Words have no unit.
      undrawn: dated
        .filter(({ number }) => numberOf(number) === undefined)
        .map((point) => ({ ...rowOf(point), isOtherUnit: true })),
    };
  };
}
