import { useText } from "@kajo/shared/i18n";
import { Button, RadioGroup, Select } from "@kajo/shared/ui";
import { Trash2 } from "lucide-react";
import { useRef } from "react";
import { FieldGroup } from "../../module/FieldGroup";
import styles from "./Build.module.css";
import { ComparedField } from "./ComparedField";
import {
  comparedOf,
  comparedWith,
  conditionOn,
  isAboutAnswering,
  nameable,
  type Saying,
  said,
  sayingOf,
  sayingsOf,
  sayingTexts,
} from "./conditions";
import { before, find } from "./edit";
import type { PartProps } from "./ItemFields";
import type { ConditionJson, ItemJson, QuestionnaireJson } from "./types";
import { useConditionText } from "./use-condition-text";
import { nameOf } from "./words";

interface ConditionFieldsProps extends PartProps {
  readonly questionnaire: QuestionnaireJson;
}

/** When an item is shown, as sentences about the items before it. */
export function ConditionFields({ item, put, field, questionnaire }: ConditionFieldsProps) {
  const t = useText();
  const list = useRef<HTMLOListElement>(null);
  const conditions = item.enableWhen ?? [];
  const choices = nameable(before(questionnaire, item.linkId ?? ""));
  const keep = (next: readonly ConditionJson[]) =>
    put({
      enableWhen: next.length > 0 ? [...next] : undefined,
      enableBehavior: next.length > 1 ? (item.enableBehavior ?? "ENABLE_BEHAVIOR_ALL") : undefined,
    });
  const focusOn = (at: number) =>
    requestAnimationFrame(() => list.current?.children[at]?.querySelector<HTMLElement>("select")?.focus());
  const nearest = choices.at(-1);
  const { name, error } = field("conditions");
  return (
    <FieldGroup
      error={error}
      hint={choices.length === 0 ? t("survey.condition.nothingBefore") : undefined}
      label={t("survey.conditions")}
    >
      {conditions.length === 0 ? <p>{t("survey.condition.always")}</p> : null}
      <ol className={styles.rows} ref={list}>
        {conditions.map((condition, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other names
          <li className={styles.row} key={at}>
            <ConditionRow
              choices={choices}
              condition={condition}
              onChange={(next) => keep(conditions.map((each, index) => (index === at ? next : each)))}
              onRemove={() => {
                keep(conditions.filter((_, index) => index !== at));
                document.getElementsByName(name)[0]?.focus();
              }}
              questionnaire={questionnaire}
            />
          </li>
        ))}
      </ol>
      {conditions.length > 1 ? (
        <RadioGroup
          label={t("survey.condition.behavior")}
          onChange={(enableBehavior) => put({ enableBehavior })}
          options={[
            { id: "ENABLE_BEHAVIOR_ALL", label: t("survey.condition.all") },
            { id: "ENABLE_BEHAVIOR_ANY", label: t("survey.condition.any") },
          ]}
          value={item.enableBehavior ?? null}
        />
      ) : null}
      <div>
        <Button
          isInactive={nearest === undefined}
          kind="secondary"
          name={name}
          onPress={() => {
            if (!nearest) return;
            keep([...conditions, conditionOn(nearest)]);
            focusOn(conditions.length);
          }}
          small
        >
          {t("survey.condition.add")}
        </Button>
      </div>
    </FieldGroup>
  );
}

interface ConditionRowProps {
  readonly condition: ConditionJson;
  /** What stands before the item. */
  readonly choices: readonly ItemJson[];
  readonly questionnaire: QuestionnaireJson;
  readonly onChange: (condition: ConditionJson) => void;
  readonly onRemove: () => void;
}

function ConditionRow({ condition, choices, questionnaire, onChange, onRemove }: ConditionRowProps) {
  const t = useText();
  const conditionText = useConditionText();
  const { linkId = "" } = condition;
  const item = find(questionnaire, linkId)?.item;
  const isBefore = choices.some((choice) => choice.linkId === linkId);
  const compared = item && comparedOf(item);
  const saying = sayingOf(condition);
  // It was moved behind, or is gone: said as it is, until another one is chosen.
  const lost = item ? t("survey.condition.ahead", { name: nameOf(item, t) }) : t("survey.condition.gone");
  const named = choices.map((choice) => ({ id: choice.linkId ?? "", label: nameOf(choice, t) }));
  return (
    <>
      <p className={styles.sentence}>{conditionText(condition, item)}</p>
      <div className={styles.beside}>
        <Select
          label={t("survey.condition.item")}
          onChange={(id) => {
            const chosen = choices.find((choice) => choice.linkId === id);
            if (chosen) onChange(conditionOn(chosen));
          }}
          options={isBefore ? named : [{ id: linkId, label: lost }, ...named]}
          value={linkId}
        />
        <Select
          label={t("survey.condition.says")}
          onChange={(id) => onChange(said(condition, id as Saying, compared))}
          options={(item ? sayingsOf(item) : saying ? [saying] : []).map((id) => ({ id, label: t(sayingTexts[id]) }))}
          value={saying ?? null}
        />
        {item && compared && !isAboutAnswering(saying) ? (
          <ComparedField
            compared={compared}
            item={item}
            onChange={(value) => onChange(comparedWith(condition, value))}
            value={condition.value}
          />
        ) : null}
      </div>
      <div className={styles.actions}>
        <Button kind="quiet" onPress={onRemove} small>
          <Trash2 aria-hidden="true" size={18} />
          {t("survey.condition.remove")}
        </Button>
      </div>
    </>
  );
}
