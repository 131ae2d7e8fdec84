import type { ReactNode } from "react";
import { useText } from "../i18n";
import { SearchField, Select, type SelectOption } from "../ui";
import { List, type ListProps } from "./List";
import { useDebounced } from "./use-debounced";

interface ListSearch {
  /** "Hae" when left out. */
  readonly label?: string;
  /** As the address has it. */
  readonly value: string;
  /** After a pause in typing, or at once by Enter. */
  readonly onSearch: (text: string) => void;
}

interface ListSort {
  readonly options: readonly SelectOption[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

interface ListTools {
  readonly search?: ListSearch;
  /** Beside the search: fields of the kit, with their labels. */
  readonly filters?: ReactNode;
  readonly sort?: ListSort;
}

type WithoutTools<Props> = Props extends unknown ? Omit<Props, "tools"> : never;

export type ListPageProps<Item> = WithoutTools<ListProps<Item>> & ListTools;

/** A list with all that belongs to it: finding, ordering, counting, going on, and what to say when there is nothing. */
export function ListPage<Item>({ search, filters, sort, ...list }: ListPageProps<Item>) {
  const t = useText();
  const tools =
    search || filters || sort ? (
      <>
        {search ? <Search {...search} /> : null}
        {filters}
        {sort ? <Select {...sort} label={t("ui.sort")} /> : null}
      </>
    ) : undefined;
  return <List {...(list as ListProps<Item>)} tools={tools} />;
}

function Search({ label, value, onSearch }: ListSearch) {
  const t = useText();
  const { text, type, send } = useDebounced(value, onSearch);
  return <SearchField label={label ?? t("ui.search")} onChange={type} onSubmit={send} value={text} />;
}
