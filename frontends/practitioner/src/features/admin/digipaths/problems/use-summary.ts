import { asFailure, useFailureText, useFieldText } from "@kajo/shared/errors";
import { languageConfig, type Text, useText } from "@kajo/shared/i18n";
import type { PathProblemJson } from "@kajo/shared/rpc";
import type { SummaryError } from "@kajo/shared/ui";
import { find } from "../build/outline";
import type { Built } from "../build/types";
import { fieldOf } from "./problems";
import { useProblemText } from "./use-problem-text";

const languages = ["fi", "sv", "en"] as const;

/** The fields that the server tells of, in the order of the page. */
const fieldsOf = (t: Text): readonly (readonly [field: string, label: string])[] => [
  ...languages.map((each) => [`details.name.${each}`, inLanguage(t, t("pathEditor.name"), each)] as const),
  ...languages.map(
    (each) => [`details.description.${each}`, inLanguage(t, t("pathEditor.description"), each)] as const,
  ),
  ["details.path_category_id", t("pathEditor.category")],
  ["details.matter", t("pathEditor.matter")],
];

const inLanguage = (t: Text, field: string, language: (typeof languages)[number]) =>
  t("admin.inLanguage", { field, language: languageConfig[language].name });

/** What stands against publishing, and what the server said, as the lines of an ErrorSummary. */
export function useSummary(problems: readonly PathProblemJson[], { kind, blocks }: Built, failure: unknown) {
  const t = useText();
  const problemText = useProblemText(kind);
  const failureText = useFailureText();
  const fieldText = useFieldText();
  const headOf = ({ blockId = "", stepId = "", event = 0 }: PathProblemJson) => {
    if (event > 0) return `${t("pathEditor.event", { n: event })}: `;
    const block = blocks.findIndex((each) => each.blockId === blockId);
    if (block < 0) return "";
    const step = find(blocks, stepId);
    const names = [
      ...(kind === "PATH_KIND_BLOCKS" ? [t("pathEditor.block", { n: block + 1 })] : []),
      ...(step ? [t("pathEditor.step", { n: step.index + 1 })] : []),
    ];
    return names.length > 0 ? `${names.join(", ")}: ` : "";
  };
  const errors: SummaryError[] = problems.map((problem) => ({
    field: fieldOf(problem),
    text: `${headOf(problem)}${problemText(problem.code)}`,
  }));
  if (failure === undefined) return { errors, code: undefined };
  const told = fieldsOf(t).flatMap(([field, label]): SummaryError[] => {
    const text = fieldText(failure, field);
    return text ? [{ field, text: `${label}: ${text}` }] : [];
  });
  if (told.length > 0) return { errors: [...told, ...errors], code: undefined };
  return { errors: [...errors, { text: failureText(failure) }], code: asFailure(failure).traceId };
}
