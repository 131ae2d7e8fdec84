import type { PathProblemJson } from "@kajo/shared/rpc";
import { useSentence } from "../sentence/use-sentence";
import styles from "./Blocks.module.css";
import { keysId } from "./OutlineSection";
import { placedOf } from "./outline";
import { StepItem } from "./StepItem";
import type { PathBlockJson } from "./types";
import type { Outline } from "./use-outline";

export interface StepsProps {
  readonly blocks: readonly PathBlockJson[];
  /** `field`: into which field something was typed. */
  readonly put: (blocks: PathBlockJson[], field?: string) => void;
  /** Which step is open. */
  readonly chosen: string | undefined;
  readonly onChoose: (stepId: string | undefined) => void;
}

interface StepListProps extends StepsProps {
  readonly blockId: string;
  readonly label: string;
  /** By their places. */
  readonly places: ReadonlyMap<string, readonly PathProblemJson[]>;
  readonly outline: Outline;
}

/** The steps of a block as sentences, in their order. */
export function StepList({ blockId, label, places, outline, chosen, ...steps }: StepListProps) {
  const sentenceOf = useSentence(outline.kind);
  return (
    <ol aria-label={label} className={styles.steps}>
      {placedOf(steps.blocks)
        .filter(({ block }) => block.blockId === blockId)
        .map((placed) => {
          const { stepId = "" } = placed.step;
          return (
            <StepItem
              {...steps}
              isChosen={stepId === chosen}
              key={stepId}
              keys={keysId}
              outline={outline}
              placed={placed}
              problems={places.get(stepId) ?? []}
              sentence={sentenceOf(placed.step, placed.index)}
            />
          );
        })}
    </ol>
  );
}
