import { languageConfig, localized, useLanguage, useText } from "@kajo/shared/i18n";
import { extentOf } from "@kajo/shared/questionnaire";
import type { GetFormResponseJson } from "@kajo/shared/rpc";
import { Banner, Card, LinkButton } from "@kajo/shared/ui";
import styles from "../surveys/Survey.module.css";
import { textsOf, useLangOf } from "../surveys/words";

export interface IntroProps {
  readonly categoryId: string;
  readonly subcategoryId: string;
  readonly there: GetFormResponseJson;
}

/** Before the first question: what it is about, how long it takes, and that it is sent in one sitting. */
export function Intro({ categoryId, subcategoryId, there }: IntroProps) {
  const t = useText();
  const language = useLanguage();
  const langOf = useLangOf();
  const { description, questionnaire = {}, teenager } = there;
  const text = localized(language, textsOf(description));
  const isForeign = languageConfig[language].surveysLanguage !== language;
  const { steps, minutes } = extentOf(questionnaire);
  return (
    <>
      {/* Before anything is answered, and not beside the choice (IDN-09). */}
      {teenager ? <Banner tone="info">{t("application.teenager")}</Banner> : null}
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
        <div>
          <LinkButton
            params={{ categoryId }}
            search={{ form: subcategoryId, step: "questions" }}
            to="/applications/$categoryId"
          >
            {t("application.start")}
          </LinkButton>
        </div>
      </Card>
    </>
  );
}
