import { useText } from "@kajo/shared/i18n";
import { Button } from "@kajo/shared/ui";
import { ArrowDown, ArrowUp, Copy, Plus, Trash2 } from "lucide-react";
import { fieldName } from "../problems/problems";
import styles from "./Build.module.css";
import { moved, type Placed } from "./outline";
import type { PathBlockJson } from "./types";
import type { Outline } from "./use-outline";

interface StepActionsProps {
  readonly blocks: readonly PathBlockJson[];
  readonly placed: Placed;
  readonly outline: Outline;
}

/** What can be done with a step as a whole. */
export function StepActions({ blocks, placed, outline }: StepActionsProps) {
  const t = useText();
  const { stepId = "" } = placed.step;
  const may = (way: -1 | 1) => moved(blocks, stepId, way) !== undefined;
  const move = (way: -1 | 1, name: string) => outline.move(stepId, way, name);
  const [up, down] = [fieldName(stepId, "up"), fieldName(stepId, "down")];
  return (
    <div className={styles.actions}>
      <Button kind="secondary" onPress={() => outline.addAfter(stepId)} small>
        <Plus aria-hidden="true" size={18} />
        {t("pathEditor.step.addAfter")}
      </Button>
      <Button kind="secondary" onPress={() => outline.duplicate(stepId)} small>
        <Copy aria-hidden="true" size={18} />
        {t("pathEditor.step.duplicate")}
      </Button>
      <Button isInactive={!may(-1)} kind="secondary" name={up} onPress={() => move(-1, up)} small>
        <ArrowUp aria-hidden="true" size={18} />
        {t("pathEditor.step.up")}
      </Button>
      <Button isInactive={!may(1)} kind="secondary" name={down} onPress={() => move(1, down)} small>
        <ArrowDown aria-hidden="true" size={18} />
        {t("pathEditor.step.down")}
      </Button>
      <Button kind="secondary" onPress={() => outline.remove(stepId)} small>
        <Trash2 aria-hidden="true" size={18} />
        {t(outline.kind === "PATH_KIND_EVENTS" ? "pathEditor.line.remove" : "pathEditor.step.remove")}
      </Button>
    </div>
  );
}
