import { useText } from "@kajo/shared/i18n";
import type { PathProblemJson } from "@kajo/shared/rpc";
import { Button } from "@kajo/shared/ui";
import { Trash2 } from "lucide-react";
import { eventName } from "../problems/problems";
import { useProblemText } from "../problems/use-problem-text";
import styles from "./Blocks.module.css";
import build from "./Build.module.css";
import { ConditionFields } from "./ConditionFields";
import { fieldsOfEvent } from "./fields-of-step";
import { eventsAt } from "./kinds";
import { OpenRow } from "./OpenRow";
import type { PathConditionJson } from "./types";

interface EventItemProps {
  readonly event: PathConditionJson;
  /** Counted from 1. */
  readonly n: number;
  readonly sentence: string;
  /** How it is joined to the one before it; left out: it is the first. */
  readonly between?: string;
  readonly problems: readonly PathProblemJson[];
  readonly isChosen: boolean;
  readonly onChoose: (name: string | undefined) => void;
  /** `name`: into which field something was typed. */
  readonly onChange: (event: PathConditionJson, name?: string) => void;
  readonly onRemove: () => void;
}

/** An event that begins a path: a sentence that opens its fields below. */
export function EventItem(props: EventItemProps) {
  const { event, n, sentence, between, problems, isChosen, onChoose, onChange, onRemove } = props;
  const t = useText();
  const field = fieldsOfEvent(n, problems, useProblemText("PATH_KIND_EVENTS"));
  return (
    <li className={styles.step}>
      {between ? <p className={styles.between}>{between}</p> : null}
      <OpenRow
        isOpen={isChosen}
        name={eventName(n)}
        onPress={() => onChoose(isChosen ? undefined : eventName(n))}
        sentence={sentence}
        wrong={problems.length}
      >
        <div className={build.fields}>
          <ConditionFields condition={event} field={field} kinds={eventsAt(event.kind)} onChange={onChange} />
        </div>
        <div>
          <Button kind="secondary" onPress={onRemove} small>
            <Trash2 aria-hidden="true" size={18} />
            {t("pathEditor.event.remove", { n })}
          </Button>
        </div>
      </OpenRow>
    </li>
  );
}
