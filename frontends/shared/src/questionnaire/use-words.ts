/** Answers, numbers and problems in words of whoever reads them. */
import { useIntl } from "react-intl";
import { clockText, dayText, localized, useLanguage, useText } from "../i18n";
import type { AnswerValueJson, ItemJson, ItemProblemJson } from "../rpc/gen/kajo/survey/v1/questionnaire_pb";
import { isAnswerDay, isTime } from "./calendar";
import { decimalText } from "./decimal";

const six = { maximumFractionDigits: 6 } as const;

/** Plain text of a number, as the reader's language writes it. */
function useNumber() {
  const intl = useIntl();
  return (plain: string | undefined) => (plain === undefined ? "" : intl.formatNumber(Number(plain), six));
}

/** Millionths as the reader's language writes them. */
export function useMillionths() {
  const number = useNumber();
  return (millionths: string) => number(decimalText(BigInt(millionths)));
}

/** One value of an answer in words. */
export function useAnswerText(): (item: ItemJson, value: AnswerValueJson) => string {
  const t = useText();
  const language = useLanguage();
  const number = useNumber();
  const millionths = useMillionths();
  return (item, value) => {
    const { boolean, text, integer, decimal, date, time, code, other } = value;
    if (boolean !== undefined) return boolean ? t("questionnaire.yes") : t("questionnaire.no");
    if (code !== undefined) {
      const option = item.options?.find((each) => (each.code ?? "") === code);
      return localized(language, option?.text) || code;
    }
    if (date !== undefined) return isAnswerDay(date) ? dayText(language, new Date(`${date}T12:00:00Z`)) : date;
    if (time !== undefined) return isTime(time) ? clockText(language, time) : time;
    const counted = integer === undefined ? decimal && millionths(decimal) : number(integer);
    if (counted !== undefined) return [counted, localized(language, item.unit)].filter(Boolean).join(" ");
    return text ?? other ?? "";
  };
}

/** What stands against an answer, in words: of every code that `evaluate` tells, and of `personal`, which a page tells on which nobody should say who they are. */
export function useProblemText(): (problem: ItemProblemJson) => string {
  const t = useText();
  const number = useNumber();
  return ({ code, params = {} }) => {
    const { min, max, decimals } = params;
    switch (code) {
      case "required":
        return t("field.required");
      case "too_few":
        return t("questionnaire.problem.too_few", { min: number(min) });
      case "too_many":
        return t("questionnaire.problem.too_many", { max: number(max) });
      case "exclusive":
        return t("questionnaire.problem.exclusive");
      case "too_long":
        return t("error.reason.too_long", { max: number(max) });
      case "several_lines":
        return t("questionnaire.problem.several_lines");
      case "below_min":
        return t("questionnaire.problem.below_min", { min: number(min) });
      case "above_max":
        return t("questionnaire.problem.above_max", { max: number(max) });
      case "too_many_decimals":
        return t("questionnaire.problem.too_many_decimals", { decimals: Number(decimals) });
      case "out_of_range":
        return t("questionnaire.problem.out_of_range");
      case "malformed":
        return t("error.reason.no_such_day");
      case "in_future":
        return t("questionnaire.problem.in_future");
      case "in_past":
        return t("questionnaire.problem.in_past");
      case "format_ssn":
        return t("questionnaire.problem.format_ssn");
      case "format_email":
        return t("error.reason.email_malformed");
      case "format_phone":
        return t("error.reason.phone_malformed");
      case "format_postal_code":
        return t("questionnaire.problem.format_postal_code");
      case "personal":
        return t("questionnaire.problem.personal");
      default:
        // `wrong_kind` and `unknown_option`, which nobody can bring about here, and what a newer server tells.
        return t("field.invalid");
    }
  };
}
