export { Answers, type AnswersProps } from "./Answers";
export { check, evaluate } from "./engine";
export { extentOf } from "./extent";
export { fetchFields } from "./fields";
export { fitting } from "./fitting";
export { Questionnaire, type QuestionnaireProps } from "./Questionnaire";
export { useProblemText } from "./use-words";
export { inOrder } from "./walk";
