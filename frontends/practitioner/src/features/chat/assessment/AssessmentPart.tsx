import { asFailure, LoadFailed } from "@kajo/shared/errors";
import { dateTimeText, Localized, useLanguage, useText } from "@kajo/shared/i18n";
import { Answers } from "@kajo/shared/questionnaire";
import type { ChatAssessmentJson, TranslatedJson } from "@kajo/shared/rpc";
import { Disclosure, Spinner, Stack } from "@kajo/shared/ui";
import { useGetChatAssessmentQuery } from "../api";
import { AssessmentTag } from "./AssessmentTag";

/** What somebody in chat has answered of their symptoms, and what it comes to (CHA-09). */
export function AssessmentPart({ chatId }: { readonly chatId: string }) {
  const { currentData, error, refetch } = useGetChatAssessmentQuery({ chatId });
  if (currentData) return currentData.assessment ? <Assessed assessment={currentData.assessment} /> : null;
  if (!error) return <Spinner />;
  // That they do not wait any more, or that the chat is one's own no more, is told in its place.
  if (asFailure(error).reason === "not_found") return null;
  return <LoadFailed announce="polite" error={error} onRetry={() => void refetch()} />;
}

const textsOf = ({ fi = "", sv = "", en = "" }: TranslatedJson = {}) => ({ texts: { fi, sv, en } });

/** Open from the start when it is serious: it is read before anything is written. */
function Assessed({ assessment }: { readonly assessment: ChatAssessmentJson }) {
  const t = useText();
  const language = useLanguage();
  const { level, title, completedAt, questionnaire = {}, answers = {}, scores = [] } = assessment;
  return (
    <Disclosure
      defaultOpen={level === "LEVEL_SERIOUS"}
      title={
        <>
          <span>{t("chatAssessment.title")}</span>
          <AssessmentTag level={level} />
        </>
      }
    >
      <Stack>
        <div>
          <p>
            <Localized text={textsOf(title)} />
          </p>
          {completedAt ? (
            <p>{t("chatAssessment.completed", { when: dateTimeText(language, new Date(completedAt)) })}</p>
          ) : null}
        </div>
        <Answers answers={answers} level={4} levels questionnaire={questionnaire} scores={scores} />
      </Stack>
    </Disclosure>
  );
}
