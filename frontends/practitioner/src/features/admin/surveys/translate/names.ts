import type { Text } from "@kajo/shared/i18n";
import type { SurveyText } from "./texts";

/** What a text is, by its place: "Kysymys 2.1, vaihtoehto 3". */
export function nameOf(t: Text, { part, place, number }: SurveyText): string {
  switch (part) {
    case "title":
      return t("surveys.text.title");
    case "description":
      return t("surveys.text.description");
    case "step":
      return t("surveys.text.step", { place });
    case "group":
      return t("surveys.text.group", { place });
    case "question":
      return t("surveys.text.question", { place });
    case "score":
      return t("surveys.text.score", { place });
    case "display":
      return t("surveys.text.display", { place });
    case "hint":
      return t("surveys.text.hint", { place });
    case "unit":
      return t("surveys.text.unit", { place });
    case "option":
      return t("surveys.text.option", { place, n: number });
    case "band":
      return t("surveys.text.band", { place, n: number });
  }
}
