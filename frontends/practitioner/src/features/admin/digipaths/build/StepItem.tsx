import type { PathProblemJson } from "@kajo/shared/rpc";
import type { KeyboardEvent } from "react";
import { stepName } from "../problems/problems";
import styles from "./Blocks.module.css";
import { OpenRow } from "./OpenRow";
import { changed, type Placed } from "./outline";
import { StepActions } from "./StepActions";
import { StepFields } from "./StepFields";
import type { PathBlockJson } from "./types";
import type { Outline } from "./use-outline";

interface StepItemProps {
  readonly blocks: readonly PathBlockJson[];
  readonly placed: Placed;
  readonly sentence: string;
  readonly problems: readonly PathProblemJson[];
  readonly isChosen: boolean;
  readonly onChoose: (stepId: string | undefined) => void;
  /** `field`: into which field something was typed. */
  readonly put: (blocks: PathBlockJson[], field?: string) => void;
  readonly outline: Outline;
  /** Describes the keys that move it. */
  readonly keys: string;
}

const ways: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** A step: a sentence that opens its fields below; with Alt and an arrow key it moves, and keeps the focus. */
export function StepItem(props: StepItemProps) {
  const { blocks, placed, sentence, problems, isChosen, onChoose, put, outline, keys } = props;
  const { stepId = "" } = placed.step;
  const move = (event: KeyboardEvent) => {
    const way = ways[event.key];
    if (!event.altKey || way === undefined) return;
    event.preventDefault();
    outline.move(stepId, way, stepName(stepId));
  };
  return (
    <li className={styles.step}>
      <OpenRow
        aria-describedby={keys}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        isOpen={isChosen}
        name={stepName(stepId)}
        onKeyDown={move}
        onPress={() => onChoose(isChosen ? undefined : stepId)}
        sentence={sentence}
        wrong={problems.length}
      >
        <StepActions blocks={blocks} outline={outline} placed={placed} />
        <StepFields
          kind={outline.kind}
          onChange={(patch, name) =>
            put(changed(blocks, stepId, patch), name === undefined ? undefined : `${stepId}.${name}`)
          }
          placed={placed}
          problems={problems}
        />
      </OpenRow>
    </li>
  );
}
