import { useText } from "@kajo/shared/i18n";
import { Button } from "@kajo/shared/ui";
import { ArrowDown, ArrowUp, Copy, Trash2 } from "lucide-react";
import styles from "./Build.module.css";
import { find, type Placed, placeOfMoved } from "./edit";
import type { QuestionnaireJson } from "./types";
import { nameOf } from "./words";

interface ItemActionsProps {
  readonly questionnaire: QuestionnaireJson;
  readonly placed: Placed;
  readonly onMove: (way: -1 | 1) => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}

/** Where the chosen item stands, and what can be done with it as a whole. */
export function ItemActions({ questionnaire, placed, onMove, onDuplicate, onRemove }: ItemActionsProps) {
  const t = useText();
  const { item, parent, index, siblings } = placed;
  const above = parent === undefined ? undefined : find(questionnaire, parent);
  const place = { place: index + 1, all: siblings };
  const may = (way: -1 | 1) => placeOfMoved(questionnaire, item.linkId ?? "", way) !== undefined;
  return (
    <div className={styles.actions}>
      <p className={styles.where}>
        {above ? t("survey.where.within", { ...place, step: nameOf(above.item, t) }) : t("survey.where.step", place)}
      </p>
      <Button isInactive={!may(-1)} kind="secondary" onPress={() => onMove(-1)} small>
        <ArrowUp aria-hidden="true" size={18} />
        {t("survey.up")}
      </Button>
      <Button isInactive={!may(1)} kind="secondary" onPress={() => onMove(1)} small>
        <ArrowDown aria-hidden="true" size={18} />
        {t("survey.down")}
      </Button>
      <Button kind="secondary" onPress={onDuplicate} small>
        <Copy aria-hidden="true" size={18} />
        {t("survey.duplicate")}
      </Button>
      <Button kind="secondary" onPress={onRemove} small>
        <Trash2 aria-hidden="true" size={18} />
        {t("survey.remove")}
      </Button>
    </div>
  );
}
