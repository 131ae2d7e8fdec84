import { useText } from "@kajo/shared/i18n";
import { fromPages, List, useKeptFocus } from "@kajo/shared/patterns";
import type { RefObject } from "react";
import { useListExecutionsOfPatientInfiniteQuery, type WhichPaths } from "./api";
import { PathOfPatient } from "./PathOfPatient";

interface PathListProps extends WhichPaths {
  /** Has the focus when the path that had it is listed no more. */
  readonly rest: RefObject<HTMLElement | null>;
}

/** Paths of a patient whom the professional has opened: those that run, or those that are over. */
export function PathList({ patientId, past, rest }: PathListProps) {
  const t = useText();
  const query = useListExecutionsOfPatientInfiniteQuery({ patientId, past });
  useKeptFocus(rest);
  return (
    <List
      {...fromPages(query, (page) => page.executions)}
      empty={<p>{t(past ? "patientPath.past.none" : "patientPath.none")}</p>}
      itemKey={({ pathExecutionId }) => pathExecutionId ?? ""}
      label={t(past ? "patientPath.past" : "patientPath.running")}
      renderItem={(execution) => <PathOfPatient execution={execution} />}
    />
  );
}
