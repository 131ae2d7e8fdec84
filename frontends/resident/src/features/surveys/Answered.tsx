import { dateTimeText, localized, useLanguage, useText } from "@kajo/shared/i18n";
import { PrintButton, PrintView } from "@kajo/shared/patterns";
import { Answers } from "@kajo/shared/questionnaire";
import type { GetMySurveyResponseJson, MySurveyJson } from "@kajo/shared/rpc";
import { useGetSessionQuery } from "@kajo/shared/session";
import { Banner, Card, LinkButton, Row, Stack } from "@kajo/shared/ui";
import { useSearch } from "@tanstack/react-router";
import { textsOf } from "../filling/words";

/** What was sent, when and by whom, to read and to print. */
export function Answered({ there }: { readonly there: GetMySurveyResponseJson }) {
  const t = useText();
  const language = useLanguage();
  const { data: session } = useGetSessionQuery();
  const { sent } = useSearch({ from: "/signed-in/surveys/omavointi/$surveyId" });
  const { survey = {}, questionnaire, answers = {}, scores } = there;
  return (
    <>
      {sent ? (
        <Banner announce="polite" tone="success">
          <p>{t("survey.sent")}</p>
          <p>{t("survey.sent.next")}</p>
        </Banner>
      ) : null}
      <PrintView name={session?.user.name.text ?? ""} title={localized(language, textsOf(survey.title))}>
        <Stack>
          <Who survey={survey} />
          {questionnaire ? (
            <Card>
              <Answers answers={answers} level={2} questionnaire={questionnaire} {...(scores ? { scores } : {})} />
            </Card>
          ) : null}
        </Stack>
      </PrintView>
      <Row>
        <LinkButton kind="secondary" to="/surveys/omavointi">
          {t("survey.all")}
        </LinkButton>
        <PrintButton />
      </Row>
    </>
  );
}

function Who({ survey: { answeredAt, representativeName } }: { readonly survey: MySurveyJson }) {
  const t = useText();
  const language = useLanguage();
  // Sent a moment ago, and not fetched anew yet.
  if (!answeredAt) return null;
  const when = dateTimeText(language, new Date(answeredAt));
  if (!representativeName) return <p>{t("survey.answered.when", { when })}</p>;
  return <Banner tone="info">{t("survey.answered.behalf", { name: representativeName, when })}</Banner>;
}
