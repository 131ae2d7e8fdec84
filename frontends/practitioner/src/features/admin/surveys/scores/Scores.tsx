import { useText } from "@kajo/shared/i18n";
import { Button, Card, EmptyState, Stack } from "@kajo/shared/ui";
import { flushSync } from "react-dom";
import { newLinkId, random } from "../build/codes";
import { added, changed, placedOf, takenLinkIds } from "../build/edit";
import type { QuestionnaireJson, Values } from "../build/types";
import { fieldName, findingProblems, problemsByItem, scoresField } from "../problems/problems";
import { ScoreFields } from "./ScoreFields";

interface ScoresProps {
  readonly value: Pick<Values, "type" | "questionnaire">;
  readonly onChange: (questionnaire: QuestionnaireJson) => void;
  /** Publishing has been tried: what is missing is told at its field. */
  readonly isHeld: boolean;
}

/** What is computed of answers: each score an item of the outline, where it is moved and shown by conditions. */
export function Scores({ value, onChange, isHeld }: ScoresProps) {
  const t = useText();
  const { questionnaire } = value;
  const scores = placedOf(questionnaire.items).flatMap(({ item }) => (item.type === "ITEM_TYPE_SCORE" ? [item] : []));
  const problems = problemsByItem(questionnaire, findingProblems(value));
  const last = questionnaire.items?.at(-1);
  const add = () => {
    const linkId = newLinkId(takenLinkIds(questionnaire), random);
    const score = { kind: "SCORE_KIND_SUM" } as const;
    const place = { parent: last?.linkId ?? "", index: last?.items?.length ?? 0 };
    flushSync(() => onChange(added(questionnaire, { linkId, type: "ITEM_TYPE_SCORE", score }, place)));
    document.getElementsByName(fieldName(linkId, "text"))[0]?.focus();
  };
  return (
    <Stack gap="l">
      {scores.length === 0 ? <EmptyState title={t("survey.scores.none")}>{t("survey.scores.text")}</EmptyState> : null}
      {scores.map((item) => (
        <Card key={item.linkId}>
          <ScoreFields
            isHeld={isHeld}
            item={item}
            problems={problems.get(item.linkId ?? "") ?? []}
            put={(patch) => onChange(changed(questionnaire, item.linkId ?? "", patch))}
            questionnaire={questionnaire}
          />
        </Card>
      ))}
      <div>
        <Button isDisabled={last === undefined} kind="secondary" name={scoresField} onPress={add}>
          {t("survey.score.add")}
        </Button>
      </div>
    </Stack>
  );
}
