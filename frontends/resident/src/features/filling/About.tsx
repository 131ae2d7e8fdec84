import { languageConfig, localized, useLanguage, useText } from "@kajo/shared/i18n";
import { extentOf, type QuestionnaireProps } from "@kajo/shared/questionnaire";
import type { TranslatedJson } from "@kajo/shared/rpc";
import { Card } from "@kajo/shared/ui";
import type { ReactNode } from "react";
import styles from "./Filling.module.css";
import { useAhead } from "./use-ahead";
import { textsOf, useLangOf } from "./words";

const noQuestions: QuestionnaireProps["questionnaire"] = {};

export interface AboutProps {
  readonly description: TranslatedJson | undefined;
  readonly questionnaire: QuestionnaireProps["questionnaire"] | undefined;
  /** The code of its questions. */
  readonly fetchFill: () => Promise<unknown>;
  /** What begins it. */
  readonly children: ReactNode;
}

/** Before the first question of a form: what it is about, how long it takes, and that it is sent in one sitting. */
export function About({ description, questionnaire = noQuestions, fetchFill, children }: AboutProps) {
  const t = useText();
  const language = useLanguage();
  const langOf = useLangOf();
  const text = localized(language, textsOf(description));
  const isForeign = languageConfig[language].surveysLanguage !== language;
  const { steps, minutes } = extentOf(questionnaire);
  useAhead(questionnaire, fetchFill);
  return (
    <Card>
      {text ? (
        <p className={styles.description} lang={langOf(description)}>
          {text}
        </p>
      ) : null}
      {isForeign ? <p>{t("application.inFinnish")}</p> : null}
      <dl className={styles.facts}>
        <div>
          <dt>{t("application.steps")}</dt>
          <dd>{steps}</dd>
        </div>
        <div>
          <dt>{t("application.time")}</dt>
          <dd>{t("application.minutes", { n: minutes })}</dd>
        </div>
      </dl>
      <p>{t("application.oneSitting")}</p>
      <div>{children}</div>
    </Card>
  );
}
