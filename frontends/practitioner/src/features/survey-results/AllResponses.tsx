import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import { fromPages, List } from "@kajo/shared/patterns";
import { Disclosure, StatusTag } from "@kajo/shared/ui";
import { useState } from "react";
import { useListSurveyResponsesInfiniteQuery, type WhichAnswers } from "./api";
import { ResponseLink } from "./ResponseLink";
import styles from "./SurveyResult.module.css";

interface AllResponsesProps {
  readonly which: WhichAnswers;
  readonly responseId: string;
}

/** When a patient has answered, also to what cannot be drawn; asked for once somebody wants to see it. */
export function AllResponses(props: AllResponsesProps) {
  const t = useText();
  const [isShown, setShown] = useState(false);
  return (
    <Disclosure isOpen={isShown} level={2} onOpenChange={setShown} title={t("surveyResult.all")}>
      {isShown ? <Responses {...props} /> : null}
    </Disclosure>
  );
}

function Responses({ which, responseId }: AllResponsesProps) {
  const t = useText();
  const language = useLanguage();
  const query = useListSurveyResponsesInfiniteQuery(which);
  return (
    <List
      {...fromPages(query, (page) => page.responses)}
      itemKey={({ surveyResponseId }) => surveyResponseId ?? ""}
      label={t("surveyResult.all")}
      renderItem={({ surveyResponseId = "", sentAt, onBehalf, imported }) => (
        <div className={styles.response}>
          <ResponseLink isOpen={surveyResponseId === responseId} responseId={surveyResponseId} which={which}>
            {sentAt ? dateTimeText(language, new Date(sentAt)) : ""}
          </ResponseLink>
          {surveyResponseId === responseId ? <StatusTag tone="info">{t("plot.open")}</StatusTag> : null}
          {onBehalf ? <StatusTag tone="warning">{t("surveyResult.wasOnBehalf")}</StatusTag> : null}
          {imported ? <StatusTag>{t("surveyResult.imported")}</StatusTag> : null}
        </div>
      )}
    />
  );
}
