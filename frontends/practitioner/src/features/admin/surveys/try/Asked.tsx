import { languageConfig, useLanguage, useText } from "@kajo/shared/i18n";
import { Questionnaire } from "@kajo/shared/questionnaire";
import type { SurveyDetailsJson } from "@kajo/shared/rpc";
import { Stack } from "@kajo/shared/ui";
import type { AnswersJson } from "./types";

interface AskedProps {
  readonly details: SurveyDetailsJson;
  readonly answers: AnswersJson;
  readonly onChange: (answers: AnswersJson) => void;
  readonly onSend: () => void;
  readonly today: string;
}

/** The survey in the language around it; where it is not written in that, in Finnish (SUR-08). */
export function Asked({ details, answers, onChange, onSend, today }: AskedProps) {
  const t = useText();
  const written = languageConfig[useLanguage()].surveysLanguage;
  const said = (text: SurveyDetailsJson["title"]) => {
    const lang = text?.[written] ? written : "fi";
    return { lang, words: text?.[lang] ?? "" };
  };
  const title = said(details.title);
  const description = said(details.description);
  return (
    <Stack gap="l">
      <Stack gap="s">
        {title.words ? <h2 lang={title.lang}>{title.words}</h2> : null}
        {description.words ? <p lang={description.lang}>{description.words}</p> : null}
      </Stack>
      <Questionnaire
        answers={answers}
        onChange={onChange}
        onSend={onSend}
        questionnaire={details.questionnaire ?? {}}
        sendLabel={t("reply.send")}
        today={today}
      />
    </Stack>
  );
}
