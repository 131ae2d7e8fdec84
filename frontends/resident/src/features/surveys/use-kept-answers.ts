import type { AppDispatch } from "@kajo/shared/rpc";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useDispatch } from "react-redux";
import type { Begun } from "./begun";
import { type Kept, KeptAnswers } from "./kept-answers";

/** As long as the page lives: what is left unsaved goes on being saved. */
const known = new Map<string, KeptAnswers>();

function keptFor(surveyActivationId: string, there: Begun, dispatch: AppDispatch): KeptAnswers {
  const before = known.get(surveyActivationId);
  before?.begin(there, dispatch);
  const answers = before ?? new KeptAnswers(surveyActivationId, there, dispatch);
  known.set(surveyActivationId, answers);
  return answers;
}

/** `there`: what the server has when the questions are opened; what comes later is another device's, and is told of when both meet. */
export function useKeptAnswers(surveyActivationId: string, there: Begun): readonly [Kept, KeptAnswers] {
  const dispatch = useDispatch<AppDispatch>();
  const [answers] = useState(() => keptFor(surveyActivationId, there, dispatch));
  const kept = useSyncExternalStore(answers.watch, answers.now);
  useEffect(() => {
    return answers.follow();
  }, [answers]);
  return [kept, answers];
}
