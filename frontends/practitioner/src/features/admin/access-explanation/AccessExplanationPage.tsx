import { useText } from "@kajo/shared/i18n";
import { Card, PageHeading, Stack } from "@kajo/shared/ui";
import { useState } from "react";
import { PanelLink } from "../PanelLink";
import { type Answer, Answered } from "./Answered";
import styles from "./Explanation.module.css";
import { Question } from "./Question";

/** Why a professional sees a queue or a conversation, or does not: the conditions as the rule itself tells them. */
export function AccessExplanationPage() {
  const t = useText();
  const [answer, setAnswer] = useState<Answer>();
  return (
    <Stack gap="l">
      <PageHeading lead={t("explain.lead")} over={<PanelLink />}>
        {t("explain.title")}
      </PageHeading>
      <div className={styles.sheet}>
        <Card>
          <Question onAnswer={setAnswer} onChange={() => setAnswer(undefined)} />
        </Card>
      </div>
      {answer ? (
        <div className={styles.sheet}>
          <Answered {...answer} key={answer.number} />
        </div>
      ) : null}
    </Stack>
  );
}
