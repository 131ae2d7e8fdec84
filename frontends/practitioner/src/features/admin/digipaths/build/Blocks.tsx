import { useText } from "@kajo/shared/i18n";
import type { PathProblemJson } from "@kajo/shared/rpc";
import { Button, StatusTag } from "@kajo/shared/ui";
import { Plus, Trash2 } from "lucide-react";
import { addBlockName, blockName, byPlace } from "../problems/problems";
import { useProblemText } from "../problems/use-problem-text";
import styles from "./Blocks.module.css";
import { OutlineSection } from "./OutlineSection";
import { StepList, type StepsProps } from "./StepList";
import type { Outline } from "./use-outline";

interface BlocksProps extends StepsProps {
  readonly outline: Outline;
  readonly problems: readonly PathProblemJson[];
  /** They are drawn as one line. */
  readonly onePath: boolean;
}

/** The blocks of a path, each with its steps as sentences in their order (DIG-02). */
export function Blocks({ outline, problems, onePath, ...steps }: BlocksProps) {
  const t = useText();
  const problemText = useProblemText(outline.kind);
  const places = byPlace(problems);
  const { blocks } = steps;
  return (
    <OutlineSection
      add={
        <Button kind="secondary" name={addBlockName} onPress={outline.addBlock}>
          <Plus aria-hidden="true" size={18} />
          {t("pathEditor.block.add")}
        </Button>
      }
      isOne={onePath}
      outline={outline}
      text={t("pathEditor.steps.text")}
      title={t("pathEditor.steps")}
    >
      {blocks.length === 0 ? <p>{t("pathEditor.none")}</p> : null}
      {blocks.map(({ blockId = "", off = false }, at) => (
        <section aria-label={t("pathEditor.block", { n: at + 1 })} className={styles.block} key={blockId}>
          <div className={styles.head}>
            <h3>{t("pathEditor.block", { n: at + 1 })}</h3>
            {off ? (
              <StatusTag tone="warning" wraps>
                {t("pathEditor.block.off")}
              </StatusTag>
            ) : null}
            <Button kind="quiet" onPress={() => outline.removeBlock(blockId)} small>
              <Trash2 aria-hidden="true" size={18} />
              {t("pathEditor.block.remove", { n: at + 1 })}
            </Button>
          </div>
          {(places.get(blockId) ?? []).map(({ code }) => (
            <p className={styles.error} key={code}>
              {problemText(code)}
            </p>
          ))}
          <StepList
            {...steps}
            blockId={blockId}
            label={t("pathEditor.block", { n: at + 1 })}
            outline={outline}
            places={places}
          />
          <div>
            <Button kind="secondary" name={blockName(blockId)} onPress={() => outline.addStep(blockId)} small>
              <Plus aria-hidden="true" size={18} />
              {t("pathEditor.step.add", { n: at + 1 })}
            </Button>
          </div>
        </section>
      ))}
    </OutlineSection>
  );
}
