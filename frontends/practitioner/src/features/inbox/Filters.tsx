import { LoadFailed } from "@kajo/shared/errors";
import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { useDebounced } from "@kajo/shared/patterns";
import type { QueueJson } from "@kajo/shared/rpc";
import { Button, Checkbox, Select, TextField } from "@kajo/shared/ui";
import { Search, SlidersHorizontal } from "lucide-react";
import { type Ref, useId, useRef, useState } from "react";
import { useShortcuts } from "../shortcuts/actions";
import { useAriaKeys } from "../shortcuts/KeyHint";
import { useListQueuesQuery } from "./api";
import styles from "./Filters.module.css";
import { type InboxSearch, isFiltered } from "./search";

export interface FiltersProps {
  readonly search: InboxSearch;
  readonly onChange: (change: InboxSearch) => void;
  readonly onClear: () => void;
  readonly ref: Ref<HTMLElement>;
}

/** What the list shows and in which order. On a phone all but the search waits behind a button: the list comes first. */
export function Filters({ search, onChange, onClear, ref }: FiltersProps) {
  const t = useText();
  const language = useLanguage();
  const keys = useAriaKeys();
  const { data: queues, error, refetch } = useListQueuesQuery({});
  const { text, type } = useDebounced(search.search ?? "", (words) => onChange({ search: words }));
  const field = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  useShortcuts({
    search: () => {
      field.current?.focus();
      field.current?.select();
    },
  });
  // Other queues hold nothing in new tasks and the team's; what is one's own may stand in any.
  const isOffered = ({ own, subcategoryId }: QueueJson) =>
    own === true || search.tab === "own" || search.tab === "done" || subcategoryId === search.queue;
  const options = [
    { id: "all", label: t("inbox.filter.all") },
    ...(queues?.queues ?? []).filter(isOffered).map((queue) => ({
      id: queue.subcategoryId ?? "",
      label: `${localized(language, queue.categoryName)}: ${localized(language, queue.name)}`,
    })),
  ];
  const active = [search.queue, search.unread, search.oldest].filter(Boolean).length;
  return (
    <search className={styles.filters} ref={ref} tabIndex={-1}>
      <div className={styles.words}>
        <Search aria-hidden="true" size={18} />
        <TextField
          aria-keyshortcuts={keys("search")}
          bare
          label={t("inbox.search")}
          onChange={type}
          ref={field}
          type="search"
          value={text}
        />
      </div>
      <div className={styles.toggle}>
        <Button aria-controls={id} aria-expanded={isOpen} kind="secondary" onPress={() => setOpen(!isOpen)}>
          <SlidersHorizontal aria-hidden="true" size={18} />
          {active > 0 ? t("inbox.filters.active", { n: active }) : t("inbox.filters")}
        </Button>
      </div>
      <div className={styles.more} data-open={isOpen || undefined} id={id}>
        <Select
          bare
          label={t("inbox.filter.queue")}
          onChange={(queue) => onChange({ queue: queue === "all" ? "" : queue })}
          options={options}
          value={search.queue ?? "all"}
        />
        <Select
          bare
          label={t("inbox.sort")}
          onChange={(sort) => onChange({ oldest: sort === "oldest" })}
          options={[
            { id: "newest", label: t("inbox.sort.newest") },
            { id: "oldest", label: t("inbox.sort.oldest") },
          ]}
          value={search.oldest ? "oldest" : "newest"}
        />
        <div className={styles.check}>
          <Checkbox
            isSelected={search.unread === true}
            label={t("inbox.filter.unread")}
            onChange={(unread) => onChange({ unread })}
          />
        </div>
        {error && !queues ? <LoadFailed error={error} onRetry={() => void refetch()} /> : null}
        {isFiltered(search) ? (
          <div className={styles.clear}>
            <Button kind="quiet" onPress={onClear} small>
              {t("inbox.filters.clear")}
            </Button>
          </div>
        ) : null}
      </div>
    </search>
  );
}
