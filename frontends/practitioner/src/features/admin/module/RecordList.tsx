import { useRefetchAt } from "@kajo/shared/chat-queue";
import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import { fromPages, ListPage } from "@kajo/shared/patterns";
import { DataTable, EmptyState, LinkButton, PageHeading, type TableColumns } from "@kajo/shared/ui";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { PanelLink } from "../PanelLink";
import { ArchiveState } from "./ArchiveState";
import type { Module, RecordOf } from "./admin-module";
import { useListRecordsInfiniteQuery } from "./api";
import { BesideLists } from "./BesideLists";
import { StateFilter } from "./StateFilter";
import { type RecordSearch, recordStates, stateOf } from "./search";

/** The records of a module: found by words and by state, as a table, each with its editor. */
export function RecordList<Details extends object>({ module }: { readonly module: Module<Details> }) {
  const t = useText();
  const language = useLanguage();
  const navigate = useNavigate();
  const { kind, to, texts, names, nameOf, columns, beside, changesAt } = module;
  const asked: RecordSearch = useSearch({ strict: false });
  const { search = "" } = asked;
  const state = stateOf(asked);
  const query = useListRecordsInfiniteQuery({ kind, search, state: recordStates[state] });
  const read = query.data?.pages.flatMap(
    (page) => (page[names.items] as readonly RecordOf<Details>[] | undefined) ?? [],
  );
  useRefetchAt(first(read?.map((record) => changesAt?.(record))), () => void query.refetch());
  const go = (changed: RecordSearch) => void navigate({ to, search: { ...asked, ...changed } as never, replace: true });
  const idOf = (record: RecordOf<Details>) =>
    ((record as Record<string, unknown>)[names.id] as string | undefined) ?? "";
  const all: TableColumns<RecordOf<Details>> = [
    {
      id: "name",
      label: t("admin.name"),
      cell: (record) => (
        <Link to={`${to}/${idOf(record)}` as typeof to}>{record.details ? nameOf(record.details, language) : ""}</Link>
      ),
    },
    ...columns(t),
    {
      id: "state",
      label: t("admin.state"),
      cell: ({ archived = false }) => <ArchiveState archived={archived} />,
    },
    {
      id: "updated",
      label: t("admin.updated"),
      cell: ({ updatedAt }) => (updatedAt ? dateTimeText(language, new Date(updatedAt)) : "–"),
    },
  ];
  const title = t(texts.title as "serviceCategories.title");
  const isFiltered = search !== "" || state !== "active";
  return (
    <ListPage
      {...fromPages(query, (page) => page[names.items] as readonly RecordOf<Details>[] | undefined)}
      empty={
        <EmptyState title={t((isFiltered ? texts.notFound : texts.none) as "serviceCategories.none")}>
          {t(texts.noneText as "serviceCategories.none.text")}
        </EmptyState>
      }
      filters={<StateFilter onChange={(changed) => go({ state: changed })} state={state} />}
      heading={
        <>
          <PageHeading
            actions={<LinkButton to={`${to}/new` as typeof to}>{t(texts.new as "serviceCategories.new")}</LinkButton>}
            over={<PanelLink />}
          >
            {title}
          </PageHeading>
          {beside ? <BesideLists beside={beside} to={to} /> : null}
        </>
      }
      label={title}
      renderAll={(rows) => <DataTable caption={title} columns={all} rowKey={idOf} rows={rows} />}
      search={{
        label: t(texts.search as "serviceCategories.search"),
        value: search,
        onSearch: (text) => go({ search: text || undefined }),
      }}
    />
  );
}

/** The first of these moments. */
function first(moments: readonly (string | undefined)[] = []): string | undefined {
  return moments
    .filter((moment) => moment !== undefined)
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))
    .at(0);
}
