import { useText } from "@kajo/shared/i18n";
import { MasterDetail } from "@kajo/shared/patterns";
import { Card, VisuallyHidden } from "@kajo/shared/ui";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { fieldName, findingProblems, problemsByItem } from "../problems/problems";
import styles from "./Build.module.css";
import { newLinkId, random } from "./codes";
import { DetailsFields } from "./DetailsFields";
import {
  added,
  duplicated,
  find,
  moved,
  type Place,
  placeOfNew,
  placeOfNewStep,
  type Removed,
  removed,
  takenLinkIds,
} from "./edit";
import { ItemActions } from "./ItemActions";
import { ItemFields } from "./ItemFields";
import { Outline } from "./Outline";
import type { Taken } from "./retype";
import { detailsKey, type ItemJson, type Patch, type QuestionnaireJson, type Values } from "./types";
import type { PublishedCodes } from "./use-published";
import { nameOf } from "./words";

interface BuildProps {
  readonly value: Values;
  readonly onChange: (part: Patch<Values>) => void;
  /** The item whose fields are shown, or the survey itself. */
  readonly chosen: string | undefined;
  readonly onChoose: (linkId: string | undefined) => void;
  /** Leads to a score. */
  readonly onScore: (linkId: string) => void;
  /** Publishing has been tried: what is missing is told at its field. */
  readonly isHeld: boolean;
  readonly published: PublishedCodes | undefined;
}

/** Steps and items in their order, with the fields of the chosen one beside them. */
export function Build({ value, onChange, chosen, onChoose, onScore, isHeld, published }: BuildProps) {
  const t = useText();
  const { questionnaire } = value;
  const found = find(questionnaire, chosen);
  const problems = problemsByItem(questionnaire, findingProblems(value));
  const [gone, setGone] = useState<Removed>();
  /** Where something has been moved to, for screen readers. */
  const [told, setTold] = useState("");
  const [taken, setTaken] = useState<ReadonlyMap<string, Taken>>(new Map());
  const undo = useRef<HTMLButtonElement>(null);
  const put = (next: QuestionnaireJson) => onChange({ questionnaire: next });
  /** Chooses what is new, and begins at its words. */
  const open = (next: QuestionnaireJson, linkId: string) => {
    flushSync(() => {
      put(next);
      onChoose(linkId);
    });
    document.getElementsByName(fieldName(linkId, "text"))[0]?.focus();
  };
  const add = (item: ItemJson, place: Place) => {
    const linkId = newLinkId(takenLinkIds(questionnaire), random);
    open(added(questionnaire, { linkId, ...item }, place), linkId);
  };
  const addStep = () => add({ type: "ITEM_TYPE_GROUP" }, placeOfNewStep(questionnaire, chosen));
  const addItem = () => add({ type: "ITEM_TYPE_CHOICE" }, placeOfNew(questionnaire, chosen));
  const duplicate = (linkId: string) => {
    const copy = duplicated(questionnaire, linkId, random);
    if (copy) open(copy.questionnaire, copy.linkId);
  };
  const remove = (linkId: string) => {
    const taken = removed(questionnaire, linkId);
    if (!taken) return;
    flushSync(() => {
      put(taken.questionnaire);
      setGone(taken.removed);
      onChoose(undefined);
    });
    undo.current?.focus();
  };
  const takeBack = () => {
    if (!gone) return;
    const { item, parent } = gone;
    // What it stood below may have gone since.
    const isThere = parent === undefined || find(questionnaire, parent) !== undefined;
    setGone(undefined);
    open(added(questionnaire, item, isThere ? gone : placeOfNew(questionnaire, undefined)), item.linkId ?? "");
  };
  const move = (linkId: string, way: -1 | 1) => {
    const next = moved(questionnaire, linkId, way);
    const placed = next && find(next, linkId);
    if (!placed) return;
    put(next);
    const { item, parent, index, siblings } = placed;
    const name = nameOf(item, t);
    const above = parent === undefined ? undefined : find(next, parent);
    const place = { name, place: index + 1, all: siblings };
    setTold(above ? t("survey.moved.within", { ...place, step: nameOf(above.item, t) }) : t("outline.moved", place));
  };
  const detail =
    chosen === detailsKey ? (
      <DetailsFields isHeld={isHeld} onChange={onChange} value={value} />
    ) : found ? (
      <div className={styles.detail}>
        <ItemActions
          onDuplicate={() => duplicate(found.item.linkId ?? "")}
          onMove={(way) => move(found.item.linkId ?? "", way)}
          onRemove={() => remove(found.item.linkId ?? "")}
          placed={found}
          questionnaire={questionnaire}
        />
        <ItemFields
          isHeld={isHeld}
          key={found.item.linkId}
          onAddItem={addItem}
          onChange={put}
          onScore={onScore}
          onTaken={(rest) => setTaken(new Map([...taken, [found.item.linkId ?? "", rest]]))}
          placed={found}
          problems={problems.get(found.item.linkId ?? "") ?? []}
          published={published}
          questionnaire={questionnaire}
          taken={taken.get(found.item.linkId ?? "")}
        />
      </div>
    ) : undefined;
  return (
    <>
      <MasterDetail
        detail={detail && <Card>{detail}</Card>}
        detailKey={chosen}
        detailLabel={t("survey.fields")}
        list={
          <Outline
            chosen={chosen}
            gone={gone?.item}
            items={questionnaire.items ?? []}
            onAddItem={addItem}
            onAddStep={addStep}
            onChoose={onChoose}
            onMove={move}
            onUndo={takeBack}
            problems={problems}
            undo={undo}
          />
        }
        listLabel={t("survey.outline")}
        onBack={() => onChoose(undefined)}
        placeholder={<p className={styles.none}>{t("survey.choose")}</p>}
      />
      {/* Beside both: on a phone the outline is hidden while an item is open. */}
      <VisuallyHidden role="status">{told}</VisuallyHidden>
    </>
  );
}
