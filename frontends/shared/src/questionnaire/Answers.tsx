import { localized, localizedLang, useLanguage, useText } from "../i18n";
import type {
  AnswersJson,
  AnswerValueJson,
  BandJson,
  ItemJson,
  QuestionnaireJson,
  ScoreValueJson,
} from "../rpc/gen/kajo/survey/v1/questionnaire_pb";
import { StatusTag } from "../ui";
import styles from "./Answers.module.css";
import { isAnswered } from "./kept";
import { useAnswerText, useMillionths } from "./use-words";
import { hasContent, levels, lookedAt } from "./values";
import { inOrder } from "./walk";

export interface AnswersProps {
  readonly questionnaire: QuestionnaireJson;
  readonly answers: AnswersJson;
  /** All that shall be read; without them the scores that whoever answers is shown. */
  readonly scores?: readonly ScoreValueJson[];
  /** Of the headings of steps. */
  readonly level?: 2 | 3 | 4;
  /** Scores with the levels of what they mean, for those who have to act on them. */
  readonly levels?: boolean;
}

/** What was asked and what was answered to it, in words: to be read and printed. What was not asked is not there. */
export function Answers({ questionnaire, answers, scores, level = 3, levels: isTagged = false }: AnswersProps) {
  const language = useLanguage();
  const { enabledLinkIds = [], answers: kept = [], scores: own = [] } = lookedAt(questionnaire, answers);
  const enabled = new Set(enabledLinkIds);
  const isEnabled = ({ linkId = "" }: ItemJson) => enabled.has(linkId);
  const valuesOf = new Map(kept.map(({ linkId = "", values = [] }) => [linkId, values]));
  const scoreOf = new Map((scores ?? own).map((score) => [score.linkId ?? "", score]));
  const isRead = (item: ItemJson) =>
    isEnabled(item) &&
    (isAnswered(item) || (scores === undefined ? item.score?.shown : scoreOf.has(item.linkId ?? "")));
  const Heading = `h${level}` as "h2" | "h3" | "h4";
  return (
    <div className={styles.answers}>
      {(questionnaire.items ?? []).map((step) => {
        const items = [...inOrder({ items: [step] })].map(({ item }) => item).filter(isRead);
        if (items.length === 0 || !hasContent(step, isEnabled)) return null;
        return (
          <section className={styles.step} key={step.linkId}>
            <Heading className={styles.title} lang={localizedLang(language, step.text)}>
              {localized(language, step.text)}
            </Heading>
            <dl className={styles.list}>
              {items.map((item) => (
                <div className={styles.pair} key={item.linkId}>
                  <dt lang={localizedLang(language, item.text)}>{localized(language, item.text)}</dt>
                  {item.type === "ITEM_TYPE_SCORE" ? (
                    <dd>
                      <ScoreText
                        bands={item.score?.bands ?? []}
                        score={scoreOf.get(item.linkId ?? "")}
                        tagged={isTagged}
                      />
                    </dd>
                  ) : (
                    <Said item={item} values={valuesOf.get(item.linkId ?? "") ?? []} />
                  )}
                </div>
              ))}
            </dl>
          </section>
        );
      })}
    </div>
  );
}

interface SaidProps {
  readonly item: ItemJson;
  readonly values: readonly AnswerValueJson[];
}

function Said({ item, values }: SaidProps) {
  const t = useText();
  const language = useLanguage();
  const answerText = useAnswerText();
  if (values.length === 0) return <dd className={styles.quiet}>{t("questionnaire.notAnswered")}</dd>;
  return values.map((value) => {
    const option = value.code === undefined ? undefined : item.options?.find(({ code }) => code === value.code);
    return (
      <dd className={styles.said} key={JSON.stringify(value)} lang={option && localizedLang(language, option.text)}>
        {answerText(item, value)}
      </dd>
    );
  });
}

interface ScoreTextProps {
  readonly bands: readonly BandJson[];
  readonly score: ScoreValueJson | undefined;
  /** With its level, for those who have to act on it. */
  readonly tagged?: boolean;
}

/** What a score came to, and what that means. */
export function ScoreText({ bands, score, tagged = false }: ScoreTextProps) {
  const t = useText();
  const language = useLanguage();
  const millionths = useMillionths();
  if (score?.value === undefined) return <span className={styles.quiet}>{t("questionnaire.noValue")}</span>;
  const band = score.band === undefined ? undefined : bands[score.band];
  const level = band?.level && band.level !== "LEVEL_UNSPECIFIED" ? levels[band.level] : undefined;
  return (
    <span className={styles.score}>
      <span>{millionths(score.value)}</span>
      {band ? <span lang={localizedLang(language, band.text)}>{localized(language, band.text)}</span> : null}
      {tagged && level ? <StatusTag tone={level[1]}>{t(level[0])}</StatusTag> : null}
    </span>
  );
}
