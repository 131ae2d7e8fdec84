import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { fromPages, ListPage } from "@kajo/shared/patterns";
import type { PathSummaryJson } from "@kajo/shared/rpc";
import { DataTable, EmptyState, LinkButton, PageHeading, Row, StatusTag, type TableColumns } from "@kajo/shared/ui";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { BesideLists } from "../module/BesideLists";
import { StateFilter } from "../module/StateFilter";
import { type RecordSearch, recordSearch, recordStates, stateOf } from "../module/search";
import { PanelLink } from "../PanelLink";
import { useListPathsInfiniteQuery } from "./api";
import { editors, type PathKind } from "./editors";
import { digipaths } from "./lists";
import { PathState } from "./PathState";

/** Those that begin with events (DIG-01). */
export function EventPathsPage() {
  return <Paths kind="PATH_KIND_EVENTS" />;
}

/** Those that are built of blocks (DIG-02). */
export function BlockPathsPage() {
  return <Paths kind="PATH_KIND_BLOCKS" />;
}

/** Digital paths of one kind: found by words and by state, with what runs of them and what is wrong with them. */
function Paths({ kind }: { readonly kind: PathKind }) {
  const editor = editors[kind];
  const t = useText();
  const navigate = useNavigate();
  const asked = recordSearch(useSearch({ strict: false }));
  const { search = "" } = asked;
  const state = stateOf(asked);
  const query = useListPathsInfiniteQuery({ search, state: recordStates[state], kind });
  const go = (changed: RecordSearch) =>
    void navigate({ to: editor.list, search: { ...asked, ...changed } as never, replace: true });
  const columns = useColumns(editor.one);
  const isFiltered = search !== "" || state !== "active";
  return (
    <ListPage
      {...fromPages(query, (page) => page.paths)}
      counted={(n) => t("digipaths.count", { n })}
      empty={
        <EmptyState
          title={t(isFiltered ? "digipaths.notFound" : "digipaths.none")}
          {...(isFiltered ? {} : { action: <LinkButton to={editor.add}>{t(editor.new)}</LinkButton> })}
        >
          {t("digipaths.none.text")}
        </EmptyState>
      }
      filters={<StateFilter onChange={(changed) => go({ state: changed })} state={state} />}
      heading={
        <>
          <PageHeading actions={<LinkButton to={editor.add}>{t(editor.new)}</LinkButton>} over={<PanelLink />}>
            {t(editor.title)}
          </PageHeading>
          <BesideLists beside={digipaths} to={editor.list} />
        </>
      }
      label={t(editor.title)}
      renderAll={(rows) => (
        <DataTable caption={t(editor.title)} columns={columns} rowKey={({ pathId }) => pathId ?? ""} rows={rows} />
      )}
      search={{ label: t("digipaths.search"), value: search, onSearch: (text) => go({ search: text || undefined }) }}
    />
  );
}

function useColumns(to: (typeof editors)[PathKind]["one"]): TableColumns<PathSummaryJson> {
  const t = useText();
  const language = useLanguage();
  return [
    {
      id: "name",
      label: t("admin.name"),
      cell: ({ name, pathId = "" }) => (
        <Link params={{ id: pathId }} to={to}>
          {name?.[language as "fi"] || name?.fi || t("digipaths.unnamed")}
        </Link>
      ),
    },
    {
      id: "category",
      label: t("digipaths.category"),
      cell: ({ categoryName }) => localized(language, categoryName) || "–",
    },
    { id: "state", label: t("admin.state"), cell: (summary) => <PathState {...summary} /> },
    { id: "running", label: t("digipaths.running"), align: "end", cell: ({ running }) => String(Number(running ?? 0)) },
    { id: "problems", label: t("digipaths.problems"), cell: (summary) => <Problems {...summary} /> },
  ];
}

/** Steps that refer to what is archived or gone, and those that have failed for somebody. */
function Problems({ invalidSteps = 0, failedSteps = "0" }: PathSummaryJson) {
  const t = useText();
  const failed = Number(failedSteps);
  if (invalidSteps === 0 && failed === 0) return "–";
  return (
    <Row>
      {invalidSteps > 0 ? (
        <StatusTag tone="warning" wraps>
          {t("digipaths.invalid", { n: invalidSteps })}
        </StatusTag>
      ) : null}
      {failed > 0 ? (
        <StatusTag tone="danger" wraps>
          {t("digipaths.failed", { n: failed })}
        </StatusTag>
      ) : null}
    </Row>
  );
}
