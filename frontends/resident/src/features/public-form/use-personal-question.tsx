import { useText } from "@kajo/shared/i18n";
import { Button, Dialog } from "@kajo/shared/ui";
import { useState } from "react";

/** Asked before a form is sent: `ask` answers with whether it is to be sent as it is, and `question` is what is shown meanwhile. */
export function usePersonalQuestion() {
  const [asked, setAsked] = useState<{ readonly answer: (isSent: boolean) => void }>();
  const ask = () =>
    new Promise<boolean>((resolve) => {
      const answer = (isSent: boolean) => {
        setAsked(undefined);
        resolve(isSent);
      };
      setAsked({ answer });
    });
  return { ask, question: asked ? <PersonalQuestion onAnswer={asked.answer} /> : null };
}

interface PersonalQuestionProps {
  readonly onAnswer: (isSent: boolean) => void;
}

function PersonalQuestion({ onAnswer }: PersonalQuestionProps) {
  const t = useText();
  return (
    <Dialog
      actions={
        <>
          {/* The first button has the focus: Enter must give nobody away. */}
          <Button onPress={() => onAnswer(false)}>{t("publicForm.personal.edit")}</Button>
          <Button kind="secondary" onPress={() => onAnswer(true)}>
            {t("publicForm.personal.send")}
          </Button>
        </>
      }
      isOpen
      onClose={() => onAnswer(false)}
      role="alertdialog"
      title={t("publicForm.personal.title")}
    >
      <p>{t("publicForm.personal.text")}</p>
    </Dialog>
  );
}
