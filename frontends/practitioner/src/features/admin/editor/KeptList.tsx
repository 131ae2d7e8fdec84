import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import { type Listed, ListPage } from "@kajo/shared/patterns";
import { DataTable, EmptyState, LinkButton, PageHeading, type TableColumns } from "@kajo/shared/ui";
import type { LinkProps } from "@tanstack/react-router";
import { PanelLink } from "../PanelLink";

interface Kept {
  readonly updatedAt?: string | undefined;
}

export interface KeptListProps<Item extends Kept> {
  readonly title: string;
  /** Leads to the editor of a new one. */
  readonly add: { readonly to: NonNullable<LinkProps["to"]>; readonly label: string };
  /** As the address has it. */
  readonly search: string;
  readonly searchLabel: string;
  readonly onSearch: (search: { readonly search?: string }) => void;
  /** In place of the list: nothing is kept, or nothing was found; and what such a thing is for. */
  readonly empty: { readonly none: string; readonly notFound: string; readonly text: string };
  /** `fromPages(query, ..)`. */
  readonly listed: Listed<Item>;
  readonly itemKey: (item: Item) => string;
  /** The first one leads to the editor; when it was saved last is added behind them. */
  readonly columns: TableColumns<Item>;
}

/** What administrators keep in one module: found by words, as a table, each with its editor. */
export function KeptList<Item extends Kept>({
  title,
  add,
  search,
  searchLabel,
  onSearch,
  empty,
  listed,
  itemKey,
  columns,
}: KeptListProps<Item>) {
  const t = useText();
  const language = useLanguage();
  const all: TableColumns<Item> = [
    ...columns,
    {
      id: "updated",
      label: t("admin.updated"),
      cell: ({ updatedAt }) => (updatedAt ? dateTimeText(language, new Date(updatedAt)) : "–"),
    },
  ];
  return (
    <ListPage
      {...listed}
      empty={<EmptyState title={search ? empty.notFound : empty.none}>{empty.text}</EmptyState>}
      heading={
        <PageHeading actions={<LinkButton to={add.to}>{add.label}</LinkButton>} over={<PanelLink />}>
          {title}
        </PageHeading>
      }
      label={title}
      renderAll={(rows) => <DataTable caption={title} columns={all} rowKey={itemKey} rows={rows} />}
      search={{ label: searchLabel, value: search, onSearch: (text) => onSearch(text ? { search: text } : {}) }}
    />
  );
}
