import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import { Icon } from "@kajo/shared/icons";
import { fromAnswer, ListPage } from "@kajo/shared/patterns";
import type { ManagedCategoryJson } from "@kajo/shared/rpc";
import { Button, DataTable, EmptyState, LinkButton, PageHeading, Row, type TableColumns } from "@kajo/shared/ui";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { ArchiveState } from "../module/ArchiveState";
import { StateFilter } from "../module/StateFilter";
import { type RecordSearch, recordStates, stateOf } from "../module/search";
import { PanelLink } from "../PanelLink";
import { useOrderCategoriesMutation, useSearchCategoriesQuery } from "./api";
import { OrderDialog } from "./OrderDialog";
import type { Panel } from "./panel";
import { nameIn } from "./values";

/** Categories of a panel in the order of lists, found by words and by state. */
export function CategoriesPage({ panel }: { readonly panel: Panel }) {
  const t = useText();
  const language = useLanguage();
  const navigate = useNavigate();
  const asked: RecordSearch = useSearch({ strict: false });
  const { search = "" } = asked;
  const state = stateOf(asked);
  const query = useSearchCategoriesQuery({ module: panel.module, search, state: recordStates[state] });
  const [isOrdering, setOrdering] = useState(false);
  const go = (changed: RecordSearch) =>
    void navigate({ to: panel.list, search: { ...asked, ...changed } as never, replace: true });
  const title = t(panel.words.title);
  const isFiltered = search !== "" || state !== "active";
  const columns: TableColumns<ManagedCategoryJson> = [
    {
      id: "name",
      label: t("admin.name"),
      cell: ({ categoryId = "", details }) => (
        <Link to={panel.category(categoryId)}>{nameIn(language, details?.name)}</Link>
      ),
    },
    {
      id: "icon",
      label: t("serviceCategories.icon"),
      cell: ({ details }) => (details?.icon ? <Icon name={details.icon} /> : "–"),
    },
    {
      id: "matter",
      label: t("serviceCategories.matter"),
      cell: ({ details }) => t(details?.matter === "MATTER_SOCIAL" ? "matter.social" : "matter.health"),
    },
    { id: "queues", label: t(panel.words.open), cell: ({ openQueues = 0 }) => openQueues, align: "end" },
    { id: "state", label: t("admin.state"), cell: ({ archived = false }) => <ArchiveState archived={archived} /> },
    {
      id: "updated",
      label: t("admin.updated"),
      cell: ({ updatedAt }) => (updatedAt ? dateTimeText(language, new Date(updatedAt)) : "–"),
    },
  ];
  const rows = query.data?.categories ?? [];
  return (
    <>
      <ListPage
        {...fromAnswer(query, (answer) => answer.categories)}
        empty={
          <EmptyState title={t(isFiltered ? panel.words.notFound : panel.words.none)}>
            {t(panel.words.noneText)}
          </EmptyState>
        }
        filters={<StateFilter onChange={(changed) => go({ state: changed })} state={state} />}
        heading={
          <PageHeading
            actions={
              <Row>
                {!isFiltered && rows.length > 1 ? (
                  <Button kind="secondary" onPress={() => setOrdering(true)}>
                    {t("outline.order")}
                  </Button>
                ) : null}
                <LinkButton to={panel.newCategory}>{t(panel.words.new)}</LinkButton>
              </Row>
            }
            over={<PanelLink />}
          >
            {title}
          </PageHeading>
        }
        label={title}
        renderAll={(found) => (
          <DataTable caption={title} columns={columns} rowKey={({ categoryId }) => categoryId ?? ""} rows={found} />
        )}
        search={{
          label: t(panel.words.search),
          value: search,
          onSearch: (text) => go({ search: text || undefined }),
        }}
      />
      {isOrdering ? <Order onClose={() => setOrdering(false)} panel={panel} rows={rows} /> : null}
    </>
  );
}

interface OrderProps {
  readonly panel: Panel;
  readonly rows: readonly ManagedCategoryJson[];
  readonly onClose: () => void;
}

function Order({ panel, rows, onClose }: OrderProps) {
  const language = useLanguage();
  const [order] = useOrderCategoriesMutation();
  return (
    <OrderDialog
      items={rows.map(({ categoryId = "", details }) => ({ id: categoryId, name: nameIn(language, details?.name) }))}
      onClose={onClose}
      request={(categoryIds) => ({ module: panel.module, categoryIds: [...categoryIds] })}
      send={order}
    />
  );
}
