/** A form that is answered in one sitting: what is answered is on its page and nowhere else until it is sent. */
import { fitting, type QuestionnaireProps } from "@kajo/shared/questionnaire";
import { useUnkept } from "@kajo/shared/session";
import { type RefObject, useRef, useState } from "react";

export type AnswersJson = QuestionnaireProps["answers"];
type Problems = NonNullable<QuestionnaireProps["problems"]>;

/** What is asked, and whatever else its page needs to send it. */
export interface Asked {
  readonly questionnaire?: QuestionnaireProps["questionnaire"];
}

/** Fetches what is asked anew. */
export type Renew<Form> = () => PromiseLike<{ readonly data?: Form | undefined; readonly error?: unknown }>;

export interface Filling<Form extends Asked> {
  readonly form: Form;
  readonly answers: AnswersJson;
  readonly isAnswered: boolean;
  /** What the server has said of the answers. */
  readonly problems: Problems;
  readonly failure: unknown;
  /** It was asked anew, with other questions. */
  readonly isChanged: boolean;
  /** How often it was: another edition begins at its first question. */
  readonly edition: number;
  /** Above the questions: takes the focus of a button that goes. */
  readonly line: RefObject<HTMLDivElement | null>;
  readonly change: (answers: AnswersJson) => void;
  readonly setProblems: (problems: Problems) => void;
  readonly setFailure: (failure: unknown) => void;
  /**
   * Asks anew, with what was answered to the questions that are still the same. `isOther`: they are known to be others. Answers with
   * whether it could be had.
   */
  readonly renew: (isOther: boolean) => Promise<boolean>;
}

const none: Problems = [];

/** `there`: the form as it was when one began. */
export function useFilling<Form extends Asked>(there: Form, onRenew: Renew<Form>): Filling<Form> {
  const [form, setForm] = useState<Form>(there);
  const [edition, setEdition] = useState(0);
  const [answers, setAnswers] = useState<AnswersJson>({});
  const [problems, setProblems] = useState(none);
  const [failure, setFailure] = useState<unknown>();
  const line = useRef<HTMLDivElement>(null);
  const isAnswered = (answers.answers ?? []).some(({ values = [] }) => values.length > 0);
  useUnkept(isAnswered);

  const renew = async (isOther: boolean) => {
    const { data, error } = await onRenew();
    if (error || !data) {
      setFailure(error);
      return false;
    }
    const { questionnaire = {} }: Asked = data;
    setForm(data);
    setProblems(none);
    if (isOther || JSON.stringify(questionnaire) !== JSON.stringify(form.questionnaire ?? {})) {
      setAnswers((now) => fitting(questionnaire, now));
      setEdition((before) => before + 1);
    }
    // The button that was pressed goes.
    line.current?.focus();
    return true;
  };

  return {
    form,
    answers,
    isAnswered,
    problems,
    failure,
    isChanged: edition > 0,
    edition,
    line,
    change: setAnswers,
    setProblems,
    setFailure,
    renew,
  };
}
