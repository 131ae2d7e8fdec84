import { languageConfig, type MessageId, useText } from "@kajo/shared/i18n";
import { Checkbox, NumberField, Select, TextField } from "@kajo/shared/ui";
import { FieldGroup } from "../../module/FieldGroup";
import styles from "../build/Build.module.css";
import { before, find } from "../build/edit";
import {
  finnishOf,
  type ItemJson,
  inFinnish,
  type Patch,
  patched,
  type QuestionnaireJson,
  type ScoreJson,
} from "../build/types";
import { nameOf } from "../build/words";
import { fieldName, type Part, type Problem, partsOf, unwritten } from "../problems/problems";
import { useProblemText } from "../problems/use-problem-text";
import { BandFields } from "./BandFields";
import { isCountable } from "./scored";

type Kind = NonNullable<ScoreJson["kind"]>;

const kinds = {
  SCORE_KIND_SUM: "survey.score.sum",
  SCORE_KIND_MEAN: "survey.score.mean",
  SCORE_KIND_COUNT: "survey.score.count",
} as const satisfies Readonly<Partial<Record<Kind, MessageId>>>;

interface ScoreFieldsProps {
  readonly item: ItemJson;
  readonly questionnaire: QuestionnaireJson;
  readonly put: (patch: Patch<ItemJson>) => void;
  readonly problems: readonly Problem[];
  readonly isHeld: boolean;
}

/** How a score is computed, who sees it, and what it means. */
export function ScoreFields({ item, questionnaire, put, problems, isHeld }: ScoreFieldsProps) {
  const t = useText();
  const problemText = useProblemText();
  const { linkId = "", score = {} } = item;
  const { kind, linkIds = [], bands = [] } = score;
  const keep = (patch: Patch<ScoreJson>) => put({ score: patched<ScoreJson>(score, patch) });
  const field = (part: Part) => {
    const code = unwritten(item).includes(part)
      ? "required"
      : problems.find((problem) => problem.code !== "translation_missing" && partsOf(problem, item).includes(part))
          ?.code;
    return { name: fieldName(linkId, part), error: isHeld && code ? problemText(code) : undefined };
  };
  const countable = before(questionnaire, linkId).filter((each) => isCountable(each, kind));
  // What no longer stands before it, or no longer counts, can still be taken out.
  const lost = linkIds.filter((named) => !countable.some((each) => each.linkId === named));
  const toggle = (named: string, isChosen: boolean) => {
    const chosen = new Set(isChosen ? [...linkIds, named] : linkIds.filter((each) => each !== named));
    const inOrder = countable.flatMap((each) => (chosen.has(each.linkId ?? "") ? [each.linkId ?? ""] : []));
    keep({ linkIds: [...inOrder, ...lost.filter((each) => chosen.has(each))] });
  };
  const lostName = (named: string) => {
    const found = find(questionnaire, named);
    return found ? nameOf(found.item, t) : t("survey.condition.gone");
  };
  const items = field("scoreItems");
  return (
    <div className={styles.fields}>
      <h2 lang="fi">{nameOf(item, t)}</h2>
      <TextField
        {...field("text")}
        hint={t("survey.inFinnish")}
        label={t("survey.score.name")}
        lang={languageConfig.fi.iso}
        onChange={(words) => put({ text: inFinnish(item.text, words) })}
        value={finnishOf(item.text)}
      />
      <Select
        {...field("scoreKind")}
        label={t("survey.score.kind")}
        onChange={(id) => keep({ kind: id as Kind })}
        options={Object.entries(kinds).map(([id, label]) => ({ id, label: t(label) }))}
        value={kind === undefined || kind === "SCORE_KIND_UNSPECIFIED" ? null : kind}
      />
      {kind === "SCORE_KIND_MEAN" ? (
        <NumberField
          label={t("survey.decimals")}
          max={6}
          min={0}
          onChange={(decimals) => keep({ decimals: decimals || undefined })}
          value={score.decimals ?? 0}
        />
      ) : null}
      <FieldGroup error={items.error} hint={t("survey.score.items.hint")} label={t("survey.score.items")}>
        {countable.length === 0 ? <p>{t("survey.score.items.none")}</p> : null}
        {countable.map((each, at) => (
          <Checkbox
            isSelected={linkIds.includes(each.linkId ?? "")}
            key={each.linkId}
            label={nameOf(each, t)}
            onChange={(isChosen) => toggle(each.linkId ?? "", isChosen)}
            {...(at === 0 ? { name: items.name } : {})}
          />
        ))}
        {lost.map((named) => (
          <Checkbox
            error={t("survey.problem.score_item_ahead")}
            isSelected
            key={named}
            label={lostName(named)}
            onChange={() => toggle(named, false)}
          />
        ))}
      </FieldGroup>
      <Checkbox
        hint={t("survey.score.partial.hint")}
        isSelected={score.partial ?? false}
        label={t("survey.score.partial")}
        onChange={(partial) => keep({ partial: partial || undefined })}
      />
      <Checkbox
        isSelected={score.shown ?? false}
        label={t("survey.score.shown")}
        onChange={(shown) => keep({ shown: shown || undefined })}
      />
      <BandFields
        bands={bands}
        field={field}
        onChange={(next) => keep({ bands: next.length > 0 ? [...next] : undefined })}
      />
    </div>
  );
}
