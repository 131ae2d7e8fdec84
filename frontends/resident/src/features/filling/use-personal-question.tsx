import { useText } from "@kajo/shared/i18n";
import { Button, Dialog } from "@kajo/shared/ui";
import { useRef, useState } from "react";
import { personalIn } from "./personal";
import type { AnswersJson, Asked, Filling } from "./use-filling";

/**
 * Asked before answers are sent that say who writes, where they should not: `isMeant` answers with whether they hold nothing of that, or are to
 * be sent as they are, and `question` is what is shown meanwhile. `text`: why it is asked.
 */
export function usePersonalQuestion(text: string) {
  const [asked, setAsked] = useState<{ readonly answer: (isSent: boolean) => void }>();
  /** Each answer that is sent as it is, though it was asked about: nobody is asked twice about the same words. */
  const agreed = useRef<readonly string[]>([]);

  const ask = () =>
    new Promise<boolean>((resolve) => {
      const answer = (isSent: boolean) => {
        setAsked(undefined);
        resolve(isSent);
      };
      setAsked({ answer });
    });

  const isMeant = async (filling: Pick<Filling<Asked>, "form" | "setProblems">, answers: AnswersJson) => {
    const { questionnaire = {} } = filling.form;
    const found = personalIn(questionnaire, answers).filter((each) => !agreed.current.includes(JSON.stringify(each)));
    if (found.length === 0) return true;
    if (!(await ask())) {
      filling.setProblems(found.map(({ linkId = "" }) => ({ linkId, code: "personal" })));
      return false;
    }
    agreed.current = [...agreed.current, ...found.map((each) => JSON.stringify(each))];
    return true;
  };

  return { isMeant, question: asked ? <PersonalQuestion onAnswer={asked.answer} text={text} /> : null };
}

interface PersonalQuestionProps {
  readonly text: string;
  readonly onAnswer: (isSent: boolean) => void;
}

function PersonalQuestion({ text, onAnswer }: PersonalQuestionProps) {
  const t = useText();
  return (
    <Dialog
      actions={
        <>
          {/* The first button has the focus: Enter must give nobody away. */}
          <Button onPress={() => onAnswer(false)}>{t("personal.edit")}</Button>
          <Button kind="secondary" onPress={() => onAnswer(true)}>
            {t("personal.send")}
          </Button>
        </>
      }
      isOpen
      onClose={() => onAnswer(false)}
      role="alertdialog"
      title={t("personal.title")}
    >
      <p>{text}</p>
    </Dialog>
  );
}
