import { asFailure, useFailureText, useFieldText } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { SummaryError } from "@kajo/shared/ui";
import { nameOf } from "../build/words";
import { type Stop, translateField } from "./problems";
import { useProblemText } from "./use-problem-text";

const labels = {
  "details.title": "survey.title",
  "details.description": "survey.description",
  "details.type": "survey.surveyType",
  "details.matter": "survey.matter",
} as const;

const isLabelled = (field: string | undefined): field is keyof typeof labels => field !== undefined && field in labels;

/** The field of this page that a field of the server stands in: other languages than Finnish have their own tab. */
function fieldHere(field: string): string | undefined {
  const [head = "", name = "", language] = field.split(".");
  if (language === "sv" || language === "en") return translateField;
  const here = `${head}.${name}`;
  return isLabelled(here) ? here : undefined;
}

/** What stands against publishing, and what the server said, as the lines of an ErrorSummary. */
export function useSummary(stops: readonly Stop[], failure: unknown) {
  const t = useText();
  const problemText = useProblemText();
  const failureText = useFailureText();
  const fieldText = useFieldText();
  const headOf = ({ field, item }: Stop) => {
    if (isLabelled(field)) return `${t(labels[field])}: `;
    return item ? `${nameOf(item, t)}: ` : "";
  };
  const errors: SummaryError[] = stops.map((stop) => ({
    text: `${headOf(stop)}${problemText(stop.code)}`,
    ...(stop.field === undefined ? {} : { field: stop.field }),
  }));
  if (failure === undefined) return { errors, code: undefined };
  const told = asFailure(failure).fields.flatMap(({ field }): SummaryError[] => {
    const here = fieldHere(field);
    const text = fieldText(failure, field);
    if (here === undefined || text === undefined) return [];
    return [{ field: here, text: isLabelled(here) ? `${t(labels[here])}: ${text}` : text }];
  });
  if (told.length > 0) return { errors: [...errors, ...told], code: undefined };
  return { errors: [...errors, { text: failureText(failure) }], code: asFailure(failure).traceId };
}
