import { languageConfig, useText } from "@kajo/shared/i18n";
import { Banner, Bullets, Button, Checkbox, Select, TextField } from "@kajo/shared/ui";
import { fieldName, type Part, type Problem, partsOf, unwritten } from "../problems/problems";
import { useProblemText } from "../problems/use-problem-text";
import styles from "./Build.module.css";
import { ConditionFields } from "./ConditionFields";
import { DisplayField } from "./DisplayField";
import { changed, type Placed } from "./edit";
import { LimitFields } from "./LimitFields";
import { OptionFields } from "./OptionFields";
import { retypedBack, type Taken } from "./retype";
import {
  finnishOf,
  type ItemJson,
  type ItemType,
  inFinnish,
  isChoice,
  isQuestion,
  itemTypes,
  type Patch,
  type QuestionnaireJson,
} from "./types";
import type { PublishedCodes } from "./use-published";

interface ItemFieldsProps {
  readonly questionnaire: QuestionnaireJson;
  readonly placed: Placed;
  readonly onChange: (questionnaire: QuestionnaireJson) => void;
  /** Adds something below the chosen group. */
  readonly onAddItem: () => void;
  readonly onScore: (linkId: string) => void;
  readonly problems: readonly Problem[];
  readonly isHeld: boolean;
  readonly published: PublishedCodes | undefined;
  /** By earlier changes of its type. */
  readonly taken: Taken | undefined;
  readonly onTaken: (taken: Taken) => void;
}

/** What every group of fields of an item needs. */
export interface PartProps {
  readonly item: ItemJson;
  readonly put: (patch: Patch<ItemJson>) => void;
  /** Name and error of the field of a part. */
  readonly field: (part: Part) => { readonly name: string; readonly error: string | undefined };
}

/** The fields of one item, those alone that its type has. */
export function ItemFields(props: ItemFieldsProps) {
  const t = useText();
  const problemText = useProblemText();
  const { questionnaire, placed, onChange, onAddItem, onScore, problems, isHeld, published, taken, onTaken } = props;
  const { item, level } = placed;
  const { linkId = "", type = "ITEM_TYPE_UNSPECIFIED" } = item;
  const put = (patch: Patch<ItemJson>) => onChange(changed(questionnaire, linkId, patch));
  const retype = (next: ItemType) => {
    const { patch, taken: rest } = retypedBack(item, next, taken ?? new Map());
    put(patch);
    onTaken(rest);
  };
  const missing = unwritten(item);
  const field = (part: Part) => {
    const code = missing.includes(part)
      ? "required"
      : problems.find((problem) => problem.code !== "translation_missing" && partsOf(problem, item).includes(part))
          ?.code;
    return { name: fieldName(linkId, part), error: isHeld && code ? problemText(code) : undefined };
  };
  const part: PartProps = { item, put, field };
  const isStep = level === 1;
  const isFull = (item.items ?? []).length > 0;
  const isGroup = type === "ITEM_TYPE_GROUP";
  const { iso: lang } = languageConfig.fi;
  return (
    <div className={styles.fields}>
      {problems.length > 0 ? (
        <Banner tone="warning">
          <p>{t("survey.before.publishing")}</p>
          <Bullets
            items={problems.map(({ code = "" }) => [
              code,
              problemText(code === "translation_missing" ? "finnish_missing" : code),
            ])}
          />
        </Banner>
      ) : null}
      {isStep && isGroup ? null : (
        <Select
          {...field("type")}
          hint={isFull ? t("survey.type.full") : t("survey.type.hint")}
          isDisabled={isFull && isGroup}
          label={t("survey.type")}
          onChange={(next) => retype(next as ItemType)}
          options={Object.entries(itemTypes).map(([id, label]) => ({ id, label: t(label) }))}
          value={type === "ITEM_TYPE_UNSPECIFIED" ? null : type}
        />
      )}
      {type === "ITEM_TYPE_DISPLAY" ? (
        <DisplayField {...part} />
      ) : (
        <TextField
          {...field("text")}
          hint={t("survey.inFinnish")}
          label={t(isStep ? "survey.stepTitle" : isQuestion(type) ? "survey.question" : "survey.heading")}
          lang={lang}
          onChange={(words) => put({ text: inFinnish(item.text, words) })}
          value={finnishOf(item.text)}
        />
      )}
      {isQuestion(type) ? (
        <>
          <TextField
            {...field("hint")}
            hint={t("survey.hint.hint")}
            label={t("survey.hint")}
            lang={lang}
            onChange={(words) => put({ hint: inFinnish(item.hint, words) })}
            optional
            value={finnishOf(item.hint)}
          />
          <Checkbox
            isSelected={item.required ?? false}
            label={t("survey.required")}
            onChange={(required) => put({ required: required || undefined })}
          />
        </>
      ) : null}
      {isChoice(type) ? (
        <OptionFields {...part} onChange={onChange} published={published} questionnaire={questionnaire} />
      ) : null}
      <LimitFields {...part} />
      {isGroup ? (
        <div>
          <Button kind="secondary" name={fieldName(linkId, "items")} onPress={onAddItem}>
            {t("survey.add.within")}
          </Button>
        </div>
      ) : null}
      {type === "ITEM_TYPE_SCORE" ? (
        <div>
          <Button kind="secondary" onPress={() => onScore(linkId)}>
            {t("survey.score.open")}
          </Button>
        </div>
      ) : null}
      <ConditionFields {...part} questionnaire={questionnaire} />
    </div>
  );
}
