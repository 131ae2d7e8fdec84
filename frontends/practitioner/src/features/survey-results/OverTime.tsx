import { useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import { LinePlot } from "@kajo/shared/plot";
import type { SeriesJson } from "@kajo/shared/rpc";
import { useGetSurveySeriesQuery, type WhichAnswers } from "./api";
import { ResponseLink } from "./ResponseLink";
import styles from "./SurveyResult.module.css";
import { usePlotOf } from "./use-plot-of";

interface OverTimeProps {
  readonly which: WhichAnswers;
  readonly responseId: string;
}

/** Scores and numbers over all that a patient has answered to a survey. */
export function OverTime({ which, responseId }: OverTimeProps) {
  const t = useText();
  const query = useGetSurveySeriesQuery(which);
  return (
    <QueryView query={query}>
      {({ series = [] }) =>
        series.length === 0 ? (
          <p>{t("surveyResult.nothingToDraw")}</p>
        ) : (
          <div className={styles.plots}>
            {series.map((each) => (
              <SeriesPlot key={each.linkId} responseId={responseId} series={each} which={which} />
            ))}
          </div>
        )
      }
    </QueryView>
  );
}

interface SeriesPlotProps extends OverTimeProps {
  readonly series: SeriesJson;
}

function SeriesPlot({ series, which, responseId }: SeriesPlotProps) {
  const plotOf = usePlotOf();
  return (
    <LinePlot
      {...plotOf(series)}
      current={responseId}
      link={({ id }, text) => (
        <ResponseLink isOpen={id === responseId} responseId={id} which={which}>
          {text}
        </ResponseLink>
      )}
    />
  );
}
