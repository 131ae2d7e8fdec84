import { Localized, type MessageId, useText } from "@kajo/shared/i18n";
import { inOrder, useProblemText } from "@kajo/shared/questionnaire";
import type { GetSurveyResponseResponseJson } from "@kajo/shared/rpc";
import { Banner, Bullets } from "@kajo/shared/ui";
import styles from "./SurveyResult.module.css";

/** What nobody could bring about here, and what is said otherwise to whoever reads answers than to whoever gives them. */
const ownTexts = {
  required: "surveyResult.problem.required",
  unknown_option: "surveyResult.problem.unknownOption",
  score_differs: "surveyResult.problem.scoreDiffers",
} as const satisfies Readonly<Record<string, MessageId>>;

const isOwn = (code: string): code is keyof typeof ownTexts => Object.hasOwn(ownTexts, code);

/** What of answers that another system has sent breaks the rules of their version: they were kept as they came (SUR-09). */
export function Problems({ result }: { readonly result: GetSurveyResponseResponseJson }) {
  const t = useText();
  const problemText = useProblemText();
  const { problems = [], questionnaire = {} } = result;
  if (problems.length === 0) return null;
  const asked = new Map([...inOrder(questionnaire)].map(({ item }) => [item.linkId, item.text]));
  return (
    <Banner tone="warning">
      <p>{t("surveyResult.problems")}</p>
      <Bullets
        items={problems.map((problem) => {
          const { linkId = "", code = "" } = problem;
          return [
            `${linkId} ${code}`,
            <>
              <strong>
                <Localized text={asked.get(linkId)} />
              </strong>
              <span className={styles.problem}>{isOwn(code) ? t(ownTexts[code]) : problemText(problem)}</span>
            </>,
          ];
        })}
      />
    </Banner>
  );
}
