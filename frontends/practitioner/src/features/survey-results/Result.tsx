import { dateTimeText, localized, useLanguage, useText } from "@kajo/shared/i18n";
import { PrintButton, PrintView } from "@kajo/shared/patterns";
import { Answers } from "@kajo/shared/questionnaire";
import type { GetSurveyResponseResponseJson } from "@kajo/shared/rpc";
import { Banner, Card, PageHeading, Row, Stack, StatusTag } from "@kajo/shared/ui";
import { AllResponses } from "./AllResponses";
import type { WhichAnswers } from "./api";
import { ExportResponse } from "./ExportResponse";
import { Neighbours } from "./Neighbours";
import { OverTime } from "./OverTime";
import { Problems } from "./Problems";
import styles from "./SurveyResult.module.css";
import { textsOf } from "./texts";
import { WayBack } from "./WayBack";

interface ResultProps {
  readonly which: WhichAnswers;
  readonly responseId: string;
  readonly result: GetSurveyResponseResponseJson;
}

/** One answer whole, and where it stands among the others. */
export function Result({ which, responseId, result }: ResultProps) {
  const t = useText();
  const language = useLanguage();
  const title = localized(language, textsOf(result.title)) || t("surveyResult.title");
  return (
    <Stack gap="l" width="text">
      <PageHeading
        actions={
          <>
            <ExportResponse
              responseId={responseId}
              sentAt={result.response?.sentAt}
              title={result.title?.fi ?? ""}
              which={which}
            />
            <PrintButton />
          </>
        }
        over={t("surveyResult.title")}
      >
        {title}
      </PageHeading>
      <Neighbours result={result} which={which} />
      <PrintView name={result.patientName ?? ""} title={title}>
        <Facts result={result} />
        <Problems result={result} />
        <Card>
          <h2>{t("surveyResult.answers")}</h2>
          <Answers
            answers={result.answers ?? {}}
            levels
            questionnaire={result.questionnaire ?? {}}
            scores={result.scores ?? []}
          />
        </Card>
        <Card>
          <h2>{t("surveyResult.overTime")}</h2>
          <OverTime responseId={responseId} which={which} />
        </Card>
      </PrintView>
      <AllResponses responseId={responseId} which={which} />
      <Row>
        <WayBack {...which} />
      </Row>
    </Stack>
  );
}

/** Who answered and when, and who did it for somebody else. */
function Facts({ result }: Pick<ResultProps, "result">) {
  const t = useText();
  const language = useLanguage();
  const { response = {}, patientName = "", representativeName = "", activatedAt } = result;
  const at = (time: string | undefined) => (time ? dateTimeText(language, new Date(time)) : "");
  const when = at(response.sentAt);
  return (
    <div className={styles.facts}>
      {response.imported ? (
        <p>
          <StatusTag wraps>{t("surveyResult.imported")}</StatusTag>
        </p>
      ) : null}
      {response.onBehalf ? (
        <>
          <Banner tone="warning">
            {representativeName
              ? t("surveyResult.onBehalf", { representative: representativeName, name: patientName })
              : t("surveyResult.onBehalf.unnamed", { name: patientName })}
          </Banner>
          <p>{t("surveyResult.answeredAt", { when })}</p>
        </>
      ) : (
        <p>{t("surveyResult.answeredBy", { when, name: patientName })}</p>
      )}
      {activatedAt ? <p className={styles.quiet}>{t("surveyResult.activatedAt", { when: at(activatedAt) })}</p> : null}
      <p className={styles.quiet}>{t("surveyResult.version", { version: response.publishedVersion ?? 0 })}</p>
    </div>
  );
}
