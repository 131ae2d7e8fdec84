import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import { fromPages, ListPage } from "@kajo/shared/patterns";
import type { SurveySummaryJson } from "@kajo/shared/rpc";
import { DataTable, EmptyState, LinkButton, PageHeading, Select, type TableColumns } from "@kajo/shared/ui";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { StateFilter } from "../module/StateFilter";
import { recordStates, stateOf } from "../module/search";
import { PanelLink } from "../PanelLink";
import { useListSurveysInfiniteQuery } from "./api";
import { SurveyState } from "./build/SurveyState";
import { isMatter, isSurveyType, matters, surveyTypes, wordsIn } from "./kinds";
import { type SurveySearch, surveySearch } from "./search";
import { ImportSurvey } from "./transfer/ImportSurvey";

const path = "/admin/surveys";
const anyType = "any";

/** Surveys: found by words, state and type (SUR-01). */
export function SurveysPage() {
  const t = useText();
  const navigate = useNavigate();
  const asked = surveySearch(useSearch({ strict: false }));
  const { search = "", type } = asked;
  const state = stateOf(asked);
  const query = useListSurveysInfiniteQuery({
    search,
    state: recordStates[state],
    ...(type === undefined ? {} : { type }),
  });
  const go = (changed: SurveySearch) =>
    void navigate({ to: path, search: { ...asked, ...changed } as never, replace: true });
  const columns = useColumns();
  const isFiltered = search !== "" || state !== "active" || type !== undefined;
  return (
    <ListPage
      {...fromPages(query, (page) => page.surveys)}
      counted={(n) => t("surveys.count", { n })}
      empty={
        <EmptyState title={t(isFiltered ? "surveys.notFound" : "surveys.none")}>{t("surveys.none.text")}</EmptyState>
      }
      filters={
        <>
          <Select
            label={t("surveys.type")}
            onChange={(id) => go({ type: isSurveyType(id) ? id : undefined })}
            options={[
              { id: anyType, label: t("surveys.type.any") },
              ...Object.entries(surveyTypes).map(([id, label]) => ({ id, label: t(label) })),
            ]}
            value={type ?? anyType}
          />
          <StateFilter onChange={(changed) => go({ state: changed })} state={state} />
        </>
      }
      heading={
        <PageHeading
          actions={
            <>
              <ImportSurvey />
              <LinkButton to={`${path}/new`}>{t("surveys.new")}</LinkButton>
            </>
          }
          over={<PanelLink />}
        >
          {t("surveys.title")}
        </PageHeading>
      }
      label={t("surveys.title")}
      renderAll={(rows) => (
        <DataTable
          caption={t("surveys.title")}
          columns={columns}
          rowKey={({ surveyId }) => surveyId ?? ""}
          rows={rows}
        />
      )}
      search={{ label: t("surveys.search"), value: search, onSearch: (text) => go({ search: text || undefined }) }}
    />
  );
}

function useColumns(): TableColumns<SurveySummaryJson> {
  const t = useText();
  const language = useLanguage();
  return [
    {
      id: "title",
      label: t("admin.name"),
      cell: ({ title, surveyId = "" }) => (
        <Link params={{ id: surveyId }} to={`${path}/$id`}>
          {wordsIn(language, title) || t("surveys.untitled")}
        </Link>
      ),
    },
    { id: "type", label: t("surveys.type"), cell: ({ type }) => (isSurveyType(type) ? t(surveyTypes[type]) : "–") },
    {
      id: "matter",
      label: t("surveys.matter"),
      cell: ({ matter }) => (isMatter(matter) ? t(matters[matter]) : "–"),
    },
    { id: "state", label: t("admin.state"), cell: (survey) => <SurveyState {...survey} /> },
    {
      id: "version",
      label: t("surveys.version"),
      cell: ({ publishedVersion = 0 }) => (publishedVersion > 0 ? String(publishedVersion) : "–"),
    },
    {
      id: "updated",
      label: t("admin.updated"),
      cell: ({ updatedAt }) => (updatedAt ? dateTimeText(language, new Date(updatedAt)) : "–"),
    },
  ];
}
