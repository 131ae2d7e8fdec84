import { rest } from "@kajo/shared/app";
import { fetchFields, type QuestionnaireProps } from "@kajo/shared/questionnaire";
import { useEffect } from "react";

/** While one reads what it is about: fetches its questions and the fields that they need, so that beginning waits for nothing. */
export function useAhead(questionnaire: QuestionnaireProps["questionnaire"], fetchFill: () => Promise<unknown>): void {
  useEffect(() => {
    // What does not come now comes, or is told, when one begins.
    void rest().then(() => Promise.all([fetchFields(questionnaire), fetchFill()]).catch(() => undefined));
  }, [questionnaire, fetchFill]);
}
