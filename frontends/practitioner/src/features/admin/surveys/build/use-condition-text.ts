import { clockText, dayText, useLanguage, useText } from "@kajo/shared/i18n";
import { useIntl } from "react-intl";
import { isAboutAnswering, sayingOf, sayingTexts } from "./conditions";
import { decimalFormat, fractionOf, numberOf } from "./numbers";
import { type AnswerValueJson, type ConditionJson, finnishOf, type ItemJson } from "./types";
import { nameOf } from "./words";

/** A condition as a sentence: "Shown when “Pain” is at least “4”". */
export function useConditionText(): (condition: ConditionJson, item: ItemJson | undefined) => string {
  const t = useText();
  const intl = useIntl();
  const language = useLanguage();
  const number = (value: number | null) => (value === null ? "" : intl.formatNumber(value, decimalFormat));
  const words = (value: AnswerValueJson, item: ItemJson): string => {
    const { boolean, text, other, integer, decimal, date, time, code } = value;
    if (boolean !== undefined) return t(boolean ? "questionnaire.yes" : "questionnaire.no");
    if (code !== undefined) {
      const option = item.options?.find((each) => each.code === code);
      return finnishOf(option?.text) || code;
    }
    if (date !== undefined) return dayText(language, new Date(`${date}T12:00:00Z`));
    if (time !== undefined) return clockText(language, time);
    const counted = integer === undefined ? number(fractionOf(decimal)) : number(numberOf(integer));
    return text ?? other ?? [counted, finnishOf(item.unit)].filter(Boolean).join(" ");
  };
  return (condition, item) => {
    const saying = sayingOf(condition);
    if (!item || !saying) return t("survey.condition.unfinished");
    const said = { name: nameOf(item, t), says: t(sayingTexts[saying]) };
    if (isAboutAnswering(saying)) return t("survey.condition.sentence.answering", said);
    const { value } = condition;
    return value
      ? t("survey.condition.sentence", { ...said, value: words(value, item) })
      : t("survey.condition.unfinished");
  };
}
