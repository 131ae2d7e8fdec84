import { useText } from "@kajo/shared/i18n";
import { Questionnaire, type QuestionnaireProps } from "@kajo/shared/questionnaire";
import { Banner, Card } from "@kajo/shared/ui";
import type { ReactNode } from "react";
import styles from "./Filling.module.css";
import type { Asked, Filling } from "./use-filling";
import { useToday } from "./use-today";

export interface QuestionsProps extends Pick<QuestionnaireProps, "guarded" | "isSending" | "onSend"> {
  readonly filling: Filling<Asked>;
  /** What stands against sending it as it is, and what can be done about that. */
  readonly notice?: ReactNode;
  /** On the button of the last step, where it is not a form that is sent. */
  readonly sendLabel?: string;
  /** That something else is asked by now, where it is not a form. */
  readonly changed?: string;
  /** Before the questions. */
  readonly children?: ReactNode;
}

/** The questions of a form, one step at a time, in one sitting. */
export function Questions({ filling, notice, sendLabel, changed, children, ...sending }: QuestionsProps) {
  const t = useText();
  const today = useToday();
  const { form, answers, isAnswered, problems, failure, isChanged, edition, line, change } = filling;
  return (
    <>
      <div className={styles.line} ref={line} tabIndex={-1}>
        {isChanged ? (
          <Banner announce="alert" tone="warning">
            {changed ?? t("application.changed")}
          </Banner>
        ) : null}
        {notice}
        <p className={styles.kept}>{t("application.unkept")}</p>
      </div>
      {children}
      <Card>
        <Questionnaire
          {...sending}
          answers={answers}
          dirty={isAnswered}
          failure={failure}
          // Another version begins at its first question.
          key={edition}
          onChange={change}
          problems={problems}
          questionnaire={form.questionnaire ?? {}}
          sendLabel={sendLabel ?? t("application.send")}
          today={today}
        />
      </Card>
    </>
  );
}
