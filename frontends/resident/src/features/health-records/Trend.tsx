import { LinePlot } from "@kajo/shared/plot";
import type { LabResultJson, LabResultPointJson } from "@kajo/shared/rpc";
import { Link } from "@tanstack/react-router";
import { usePlotted } from "./use-plotted";

interface TrendProps {
  readonly result: LabResultJson;
  /** The oldest first. */
  readonly points: readonly LabResultPointJson[];
}

/** All results of a test in one unit, drawn and as a table that leads to each. */
export function Trend({ result, points }: TrendProps) {
  const plotted = usePlotted();
  const { labResultId: current = "", name = "", unit } = result;
  return (
    <LinePlot
      {...plotted(points)}
      current={current}
      link={({ id }, text) => (
        <Link
          aria-current={id === current ? "page" : undefined}
          params={{ labResultId: id }}
          to="/events/labresults/$labResultId"
        >
          {text}
        </Link>
      )}
      title={name}
      unit={unit || undefined}
    />
  );
}
