import { useLanguage, useText } from "@kajo/shared/i18n";
import type { LabResultJson } from "@kajo/shared/rpc";
import { Link } from "@tanstack/react-router";
import { useListMyLabResultsInfiniteQuery } from "../../health-records/api";
import { LevelTag } from "../../health-records/LevelTag";
import { StateTag } from "../../health-records/StateTag";
import { measuredText, takenText } from "../../health-records/words";
import { type EventItem, type EventList, eventList } from "../event";
import { toldTimes } from "./told-times";

/** Laboratory results by when their samples were taken, the newest first. */
export function useLabResults(isAsked: boolean): EventList {
  const t = useText();
  const language = useLanguage();
  const query = useListMyLabResultsInfiniteQuery(undefined, { skip: !isAsked });
  const itemOf = (result: LabResultJson, at: string): EventItem => {
    const { labResultId = "", name, state, level } = result;
    const measured = measuredText(language, result);
    return {
      key: `labresult ${labResultId}`,
      kind: "labresults",
      at,
      title: name || t("healthRecord.labResult"),
      detail: measured ? <span translate="no">{measured}</span> : undefined,
      state: (
        <>
          <StateTag state={state} />
          {/* Only what one ought to look at. */}
          {level === "LAB_LEVEL_NORMAL" ? null : <LevelTag level={level} />}
        </>
      ),
      when: takenText(language, result),
      link: (row) => <Link {...row} params={{ labResultId }} to="/events/labresults/$labResultId" />,
    };
  };
  return eventList(query, {
    kinds: ["labresults"],
    entriesOf: (page) => page.labResults,
    itemsOf: (results) => {
      const times = toldTimes(results.map(({ takenAt, arrivedAt }) => [takenAt, arrivedAt]));
      return results.map((result, index) => itemOf(result, times[index] ?? ""));
    },
  });
}
