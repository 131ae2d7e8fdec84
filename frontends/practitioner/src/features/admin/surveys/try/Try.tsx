import { dayKey, type Language, languageConfig, languages, useLanguage, useText } from "@kajo/shared/i18n";
import { evaluate } from "@kajo/shared/questionnaire";
import { type SurveyDetailsJson, serverAheadMs } from "@kajo/shared/rpc";
import { Banner, Button, Select, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { Asked } from "./Asked";
import { InLanguage } from "./InLanguage";
import { Scores } from "./Scores";
import styles from "./Try.module.css";
import type { AnswersJson } from "./types";

const unanswered: AnswersJson = {};

/** A survey as residents answer it, in each of their languages and on a phone's width: nothing is kept, nothing is sent (SUR-01). */
export function Try({ details }: { readonly details: SurveyDetailsJson }) {
  const t = useText();
  const toast = useToast();
  const [language, setLanguage] = useState<Language>(useLanguage());
  const [answers, setAnswers] = useState(unanswered);
  // Another round is another questionnaire: it begins at its first step.
  const [round, setRound] = useState(0);
  const [today] = useState(() => dayKey(new Date(Date.now() + serverAheadMs())));
  const { questionnaire = {} } = details;
  const { scores = [] } = evaluate(questionnaire, answers, today);
  const begin = () => {
    setAnswers(unanswered);
    setRound(round + 1);
  };
  return (
    <div className={styles.try}>
      <div className={styles.tools}>
        <Select
          label={t("surveys.try.language")}
          onChange={(id) => setLanguage(id as Language)}
          options={languages.map((each) => ({ id: each, label: languageConfig[each].name }))}
          value={language}
        />
        <Button kind="secondary" onPress={begin}>
          {t("surveys.try.reset")}
        </Button>
      </div>
      <Banner tone="info">{t("surveys.try.about")}</Banner>
      {(questionnaire.items ?? []).length === 0 ? (
        <p>{t("surveys.try.empty")}</p>
      ) : (
        <div className={styles.room}>
          <section aria-label={t("surveys.try.frame")} className={styles.phone}>
            <InLanguage language={language}>
              <Asked
                answers={answers}
                details={details}
                key={round}
                onChange={setAnswers}
                onSend={() => toast("success", t("surveys.try.sent"))}
                today={today}
              />
            </InLanguage>
          </section>
          <Scores questionnaire={questionnaire} scores={scores} />
        </div>
      )}
    </div>
  );
}
