import { dateTimeText, defaultLanguage, Localized, useLanguage, useText } from "@kajo/shared/i18n";
import { fromPages, List } from "@kajo/shared/patterns";
import { EmptyState, PageHeading, Stack } from "@kajo/shared/ui";
import styles from "./AccessLogPage.module.css";
import { useListAccessInfiniteQuery } from "./api";
import { type Group, grouped } from "./groups";
import { Proof } from "./Proof";
import { Withheld } from "./Withheld";

/** Who has looked at one's data, messages and appointments, when, in which role, where and why (Act 703/2023). */
export function AccessLogPage() {
  const t = useText();
  const query = useListAccessInfiniteQuery();
  const first = query.data?.pages[0];
  const entries = query.data?.pages.flatMap((page) => page.entries);
  return (
    <Stack gap="l">
      <List
        {...fromPages(query, (page) => page.entries)}
        amount={entries?.length}
        counted={(n) => t("accessLog.count", { n })}
        empty={<EmptyState title={t("accessLog.none")}>{t("accessLog.none.text")}</EmptyState>}
        heading={
          <Stack>
            <PageHeading lead={t("accessLog.text")}>{t("accessLog.title")}</PageHeading>
            <p>{t("accessLog.range")}</p>
            {first ? <Withheld entries={first.withheld} /> : null}
          </Stack>
        }
        itemKey={([{ id }]) => id}
        items={entries && grouped(entries)}
        label={t("accessLog.title")}
        renderItem={(group) => <Entry group={group} representedName={first?.representedName ?? ""} />}
      />
      {first ? <Proof /> : null}
    </Stack>
  );
}

const separator = ", ";

interface EntryProps {
  readonly group: Group;
  /** On whose behalf representatives acted. */
  readonly representedName: string;
}

function Entry({ group, representedName }: EntryProps) {
  const t = useText();
  const [{ at, name, isRepresentative, role, location, what, ground }] = group;
  return (
    <article className={styles.entry}>
      <p className={styles.who}>{name || t(isRepresentative ? "accessLog.representative" : "accessLog.unknown")}</p>
      <p className={styles.where}>
        {isRepresentative ? (
          <span>{t("accessLog.representative.of", { name: representedName })}</span>
        ) : (
          <Localized text={role} />
        )}
        {location ? (
          <span>
            {separator}
            <span lang={defaultLanguage}>{location}</span>
          </span>
        ) : null}
      </p>
      <p>
        {t(what)} {t(ground)}
      </p>
      {group.length > 1 ? <Times group={group} /> : at ? <Time at={at} /> : null}
    </article>
  );
}

function Time({ at }: { readonly at: string }) {
  const language = useLanguage();
  return (
    <time className={styles.where} dateTime={at}>
      {dateTimeText(language, new Date(at))}
    </time>
  );
}

/** How often it was opened and when the last time; each single time can be unfolded. */
function Times({ group }: { readonly group: Group }) {
  const t = useText();
  const language = useLanguage();
  const time = dateTimeText(language, new Date(group[0].at));
  return (
    <details className={styles.times}>
      <summary>{t("accessLog.times", { n: group.length, time })}</summary>
      <ol aria-label={t("accessLog.times.all")}>
        {group.map(({ id, at }) => (
          <li key={id}>
            <Time at={at} />
          </li>
        ))}
      </ol>
    </details>
  );
}
