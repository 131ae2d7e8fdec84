import { useText } from "@kajo/shared/i18n";
import type { PathProblemJson } from "@kajo/shared/rpc";
import { Button } from "@kajo/shared/ui";
import { Plus } from "lucide-react";
import { addBlockName, blockName, byPlace } from "../problems/problems";
import { useProblemText } from "../problems/use-problem-text";
import styles from "./Blocks.module.css";
import { OutlineSection } from "./OutlineSection";
import { StepList, type StepsProps } from "./StepList";
import type { Outline } from "./use-outline";

interface LineProps extends StepsProps {
  readonly outline: Outline;
  readonly problems: readonly PathProblemJson[];
}

/** The steps of a path that begins with events: one line, each step after the one before (DIG-01). */
export function Line({ outline, problems, ...steps }: LineProps) {
  const t = useText();
  const problemText = useProblemText(outline.kind);
  const places = byPlace(problems);
  // What holds the steps comes with the first of them.
  const [{ blockId, steps: placed = [] } = {}] = steps.blocks;
  const title = t("pathEditor.line");
  return (
    <OutlineSection
      add={
        <Button
          kind="secondary"
          name={blockId ? blockName(blockId) : addBlockName}
          onPress={() => (blockId ? outline.addStep(blockId) : outline.addBlock())}
        >
          <Plus aria-hidden="true" size={18} />
          {t("pathEditor.line.add")}
        </Button>
      }
      isOne
      outline={outline}
      text={t("pathEditor.line.text")}
      title={title}
    >
      {blockId
        ? (places.get(blockId) ?? []).map(({ code }) => (
            <p className={styles.error} key={code}>
              {problemText(code)}
            </p>
          ))
        : null}
      {blockId && placed.length > 0 ? (
        <div className={styles.block}>
          <StepList {...steps} blockId={blockId} label={title} outline={outline} places={places} />
        </div>
      ) : (
        <p>{t("pathEditor.line.none")}</p>
      )}
    </OutlineSection>
  );
}
