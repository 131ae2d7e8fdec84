/** What the service says stands against publishing: asked when the editor opens and after each save, and told by a refused publishing. */
import type { PathProblemJson } from "@kajo/shared/rpc";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLazyValidatePathQuery } from "../api";
import { eventsOf } from "../build/entry";
import type { Built } from "../build/types";
import { switchedOn } from "../build/values";
import { type Checked, standing } from "./problems";

/** No question waits for its answer. */
const none = -1;

interface CheckedState {
  /** Those that nobody has touched since. */
  readonly problems: readonly PathProblemJson[];
  /** It could not be asked. */
  readonly failure: unknown;
  /** Asks of what stands there next. */
  readonly check: () => void;
  /** What another answer has told. */
  readonly take: (checked: Checked) => void;
}

export function useChecked(now: Built): CheckedState {
  const [ask] = useLazyValidatePathQuery();
  const [checked, setChecked] = useState<Checked>({ built: now, problems: [] });
  const [failure, setFailure] = useState<unknown>();
  const [question, setQuestion] = useState(0);
  /** The newest one: an answer to one before says nothing any more. */
  const latest = useRef(none);
  const standingNow = useEffectEvent(() => now);
  useEffect(() => {
    latest.current = question;
    const built = standingNow();
    // Nothing was built yet.
    if (built.blocks.length === 0 && eventsOf(built.entry).length === 0) return;
    void ask(switchedOn(built)).then(({ data, error }) => {
      if (question !== latest.current) return;
      setFailure(error);
      if (data) setChecked({ built, problems: data.problems ?? [] });
    });
  }, [ask, question]);
  return {
    problems: standing(checked, now),
    failure,
    check: () => setQuestion((before) => before + 1),
    take: (next) => {
      latest.current = none;
      setChecked(next);
      setFailure(undefined);
    },
  };
}
