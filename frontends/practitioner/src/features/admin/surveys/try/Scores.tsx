import { useLanguage, useText } from "@kajo/shared/i18n";
import { Answers } from "@kajo/shared/questionnaire";
import { Card } from "@kajo/shared/ui";
import type { QuestionnaireJson, ScoreValueJson } from "./types";

type ItemJson = NonNullable<QuestionnaireJson["items"]>[number];

interface ScoresProps {
  readonly questionnaire: QuestionnaireJson;
  /** Those that are enabled now. */
  readonly scores: readonly ScoreValueJson[];
}

/** What the answers come to, as a professional reads it: also what is not shown to whoever answers. */
export function Scores({ questionnaire, scores }: ScoresProps) {
  const t = useText();
  const language = useLanguage();
  const items = scoresOf(questionnaire.items);
  if (items.length === 0) return null;
  const alone = {
    linkId: "scores",
    type: "ITEM_TYPE_GROUP" as const,
    text: { texts: { [language]: t("surveys.try.scores") } },
    items,
  };
  return (
    <div aria-live="polite">
      <Card>
        <Answers answers={{}} levels questionnaire={{ items: [alone] }} scores={scores} />
        {scores.length === 0 ? <p>{t("surveys.try.scores.none")}</p> : null}
      </Card>
    </div>
  );
}

/** The scores of a questionnaire without what they hang on: which of them are enabled is known already. */
const scoresOf = (items: readonly ItemJson[] = []): ItemJson[] =>
  items.flatMap((item) => {
    const below = scoresOf(item.items);
    if (item.type !== "ITEM_TYPE_SCORE") return below;
    return [{ ...item, enableWhen: [], score: { ...item.score, shown: true } }, ...below];
  });
