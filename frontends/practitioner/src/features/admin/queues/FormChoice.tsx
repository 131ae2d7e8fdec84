import { LoadFailed } from "@kajo/shared/errors";
import { dotted, useLanguage, useText } from "@kajo/shared/i18n";
import { ComboBox, Spinner } from "@kajo/shared/ui";
import { useEffect } from "react";
import { useListSurveysOfTypeInfiniteQuery } from "../surveys/api";
import { nameIn } from "./values";

interface FormChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
  /** "": none. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** A public form by its title, found by typing: those that can be filled in, and what is chosen already, whatever has become of it. */
export function FormChoice({ value, onChange, ...field }: FormChoiceProps) {
  const t = useText();
  const language = useLanguage();
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } =
    useListSurveysOfTypeInfiniteQuery("SURVEY_TYPE_PUBLIC_FORM");
  const isMore = hasNextPage && !isFetching && !error;
  useEffect(() => {
    if (isMore) void fetchNextPage();
  }, [isMore, fetchNextPage]);
  if (!data || hasNextPage) {
    // A list that comes later would leave the name of what is chosen out.
    return error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <Spinner />;
  }
  const forms = data.pages.flatMap((page) => page.surveys ?? []);
  const offered = forms.filter(
    ({ surveyId, archived, publishedVersion = 0 }) => surveyId === value || (publishedVersion > 0 && !archived),
  );
  const isUnknown = value !== "" && offered.every(({ surveyId }) => surveyId !== value);
  return (
    <ComboBox
      {...field}
      hint={t("queues.survey.hint")}
      onChange={(id) => onChange(id ?? "")}
      options={[
        ...offered.map(({ surveyId = "", title, archived }) => ({
          id: surveyId,
          label: dotted(nameIn(language, title), archived ? t("admin.state.archived") : undefined),
        })),
        ...(isUnknown ? [{ id: value, label: t("formAnswers.unknown") }] : []),
      ]}
      value={value || null}
    />
  );
}
