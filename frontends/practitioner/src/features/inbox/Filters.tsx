import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { Select, TextField } from "@kajo/shared/ui";
import { useEffect, useState } from "react";
import { useListQueuesQuery } from "./api";
import styles from "./InboxPage.module.css";
import type { InboxSearch } from "./search";

/** How long the typing of a search rests before it is asked, in milliseconds. */
const REST = 300;

export function Filters({
  search,
  onChange,
}: {
  readonly search: InboxSearch;
  readonly onChange: (change: InboxSearch) => void;
}) {
  const t = useText();
  const language = useLanguage();
  const { data: queues } = useListQueuesQuery({});
  const [words, setWords] = useState(search.search ?? "");
  useEffect(() => {
    if (words === (search.search ?? "")) return;
    const timer = setTimeout(() => onChange({ search: words }), REST);
    return () => clearTimeout(timer);
  }, [words, search.search, onChange]);
  const options = [
    { id: "all", label: t("inbox.filter.all") },
    ...(queues?.queues ?? []).map((queue) => ({
      id: queue.subcategoryId ?? "",
      label: `${localized(language, queue.categoryName)}: ${localized(language, queue.name)}`,
    })),
  ];
  return (
    <search className={styles.filters}>
      <TextField label={t("inbox.search")} onChange={setWords} type="search" value={words} />
      <Select
        label={t("inbox.filter.queue")}
        onChange={(id) => onChange({ queue: id === "all" ? "" : id })}
        options={options}
        value={search.queue ?? "all"}
      />
      <Select
        label={t("inbox.sort")}
        onChange={(id) => onChange({ oldest: id === "oldest" })}
        options={[
          { id: "newest", label: t("inbox.sort.newest") },
          { id: "oldest", label: t("inbox.sort.oldest") },
        ]}
        value={search.oldest ? "oldest" : "newest"}
      />
      <label className={styles.check}>
        <input
          checked={search.unread === true}
          onChange={(event) => onChange({ unread: event.target.checked })}
          type="checkbox"
        />
        {t("inbox.filter.unread")}
      </label>
    </search>
  );
}
