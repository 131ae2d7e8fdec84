export { Answers, type AnswersProps } from "./Answers";
export { check, evaluate } from "./engine";
export { Questionnaire, type QuestionnaireProps } from "./Questionnaire";
