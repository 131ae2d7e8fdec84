import { useText } from "@kajo/shared/i18n";
import { fromPages, ListPage } from "@kajo/shared/patterns";
import type { SurveyAccessJson } from "@kajo/shared/rpc";
import { Button, DataTable, EmptyState, PageHeading, Stack, StatusTag, type TableColumns } from "@kajo/shared/ui";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { PanelLink } from "../../PanelLink";
import { isMatter, matters } from "../kinds";
import { AccessDialog } from "./AccessDialog";
import { useListSurveyAccessInfiniteQuery } from "./api";
import { ReadersText } from "./ReadersText";
import { useAccessName } from "./use-access-name";
import { keyOf } from "./values";

/** Who reads answers to surveys: of each domain, and of surveys that say so themselves (SUR-05). */
export function SurveyAccessPage() {
  const t = useText();
  const navigate = useNavigate();
  const { search } = useSearch({ strict: false }) as { readonly search?: unknown };
  const asked = typeof search === "string" ? search : "";
  const query = useListSurveyAccessInfiniteQuery(asked);
  const [edited, setEdited] = useState<SurveyAccessJson>();
  const columns = useColumns(setEdited);
  const [name, ...others] = columns;
  const withoutOwn: TableColumns<SurveyAccessJson> = [name, ...others.filter(({ id }) => id !== "own")];
  const domains = query.data?.pages[0]?.domains;
  return (
    <>
      <ListPage
        {...fromPages(query, (page) => page.surveys)}
        counted={(n) => t("surveyAccess.count", { n })}
        empty={
          <EmptyState title={t(asked ? "surveys.notFound" : "surveyAccess.none")}>
            {t("surveyAccess.none.text")}
          </EmptyState>
        }
        heading={
          <Stack gap="l">
            <PageHeading lead={t("surveyAccess.lead")} over={<PanelLink />}>
              {t("surveyAccess.title")}
            </PageHeading>
            {domains ? (
              <section>
                <Stack>
                  <h2>{t("surveyAccess.domains")}</h2>
                  <DataTable caption={t("surveyAccess.domains")} columns={withoutOwn} rowKey={keyOf} rows={domains} />
                </Stack>
              </section>
            ) : null}
            <h2>{t("surveyAccess.surveys")}</h2>
          </Stack>
        }
        label={t("surveyAccess.surveys")}
        renderAll={(rows) => (
          <DataTable caption={t("surveyAccess.surveys")} columns={columns} rowKey={keyOf} rows={rows} />
        )}
        search={{
          label: t("surveys.search"),
          value: asked,
          onSearch: (text) =>
            void navigate({
              to: "/admin/surveys/access",
              search: (text ? { search: text } : {}) as never,
              replace: true,
            }),
        }}
      />
      {edited ? <AccessDialog key={keyOf(edited)} onClose={() => setEdited(undefined)} target={edited} /> : null}
    </>
  );
}

function useColumns(onEdit: (of: SurveyAccessJson) => void): TableColumns<SurveyAccessJson> {
  const t = useText();
  const nameOf = useAccessName();
  return [
    {
      id: "name",
      label: t("admin.name"),
      cell: (of) => (
        <span>
          <span>{nameOf(of)}</span> {of.archived ? <StatusTag>{t("admin.state.archived")}</StatusTag> : null}
        </span>
      ),
    },
    {
      id: "own",
      label: t("surveyAccess.rule"),
      cell: ({ own, matter }) => {
        if (own) return <StatusTag tone="info">{t("surveyAccess.own")}</StatusTag>;
        return <span>{t("surveyAccess.follows", { domain: isMatter(matter) ? t(matters[matter]) : "–" })}</span>;
      },
    },
    { id: "readers", label: t("surveyAccess.who"), cell: ({ details }) => <ReadersText details={details} /> },
    {
      id: "edit",
      label: t("surveyAccess.edit"),
      cell: (of) => (
        <Button
          aria-label={t("surveyAccess.edit.named", { name: nameOf(of) })}
          kind="secondary"
          onPress={() => onEdit(of)}
          small
        >
          {t("surveyAccess.edit")}
        </Button>
      ),
    },
  ];
}
