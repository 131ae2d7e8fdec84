import { api, useServerNow } from "@kajo/shared/rpc";
import { useEffect, useEffectEvent, useState } from "react";
import { useDispatch } from "react-redux";
import { given, useListExecutionsOfPatientInfiniteQuery } from "./api";
import { outcomeOf } from "./outcome";

const everyMs = 1_000;

/** Each look leaves a row in the access log of the patient. */
const atMost = 5;

/**
 * What has become of a path that was activated a moment ago: asked for again while something of now is still to be done, and not for long.
 * One that is over already stands among the past ones.
 */
export function useFollowed(patientId: string, executionId: string) {
  const dispatch = useDispatch();
  const [looks, setLooks] = useState(0);
  const running = useListExecutionsOfPatientInfiniteQuery({ patientId, past: false });
  const isOf = ({ pathExecutionId }: { readonly pathExecutionId?: string }) => pathExecutionId === executionId;
  const inRunning = running.data?.pages.flatMap(({ executions = [] }) => executions).find(isOf);
  const isSkipped = inRunning !== undefined || running.data === undefined;
  const past = useListExecutionsOfPatientInfiniteQuery({ patientId, past: true }, { skip: isSkipped });
  const execution = inRunning ?? past.data?.pages.flatMap(({ executions = [] }) => executions).find(isOf);
  const due = (execution?.steps ?? []).flatMap(({ dueAt }) => (dueAt ? [Date.parse(dueAt)] : []));
  const outcome = outcomeOf(execution, useServerNow(due));
  const isFollowed = outcome.kind === "waiting" && looks < atMost;
  const look = useEffectEvent(() => {
    setLooks((before) => before + 1);
    void running.refetch();
    if (!isSkipped) void past.refetch();
  });
  useEffect(() => {
    if (isFollowed) return;
    // The path has given it, and not this page: nothing else tells that it is there.
    dispatch(api.util.invalidateTags([...given]));
  }, [isFollowed, dispatch]);
  useEffect(() => {
    if (!isFollowed) return;
    const timer = setInterval(() => look(), everyMs);
    return () => clearInterval(timer);
  }, [isFollowed]);
  return { outcome, isFollowed };
}
