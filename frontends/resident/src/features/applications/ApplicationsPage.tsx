import { LoadFailed } from "@kajo/shared/errors";
import { Localized, useText } from "@kajo/shared/i18n";
import type { CategoryJson } from "@kajo/shared/rpc";
import { EmptyState, LinkButton, PageHeading, Skeleton, Stack } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import styles from "./Applications.module.css";
import { useListFormCategoriesQuery } from "./api";
import { ChoiceIcon } from "./ChoiceIcon";

/** What residents can fill in and send, by categories (SUR-06). */
export function ApplicationsPage() {
  const t = useText();
  const { data, error, refetch } = useListFormCategoriesQuery({});
  return (
    <Stack gap="l">
      <PageHeading lead={t("application.lead")} over={<Link to="/">{t("nav.home")}</Link>}>
        {t("application.title")}
      </PageHeading>
      {data ? (
        <Categories categories={data.categories ?? []} />
      ) : error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={3} />
      )}
    </Stack>
  );
}

function Categories({ categories }: { readonly categories: readonly CategoryJson[] }) {
  const t = useText();
  if (categories.length === 0) return <NoForms />;
  return (
    <ul aria-label={t("application.categories")} className={styles.choices}>
      {categories.map(({ categoryId = "", name, description, icon }) => (
        <li key={categoryId}>
          <Link className={styles.choice} params={{ categoryId }} to="/applications/$categoryId">
            <ChoiceIcon name={icon} />
            <span className={styles.name}>
              <Localized text={name} />
            </span>
            <span className={styles.description}>
              <Localized text={description} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Nothing can be sent now; a message always can. */
export function NoForms() {
  const t = useText();
  return (
    <EmptyState
      action={
        <LinkButton kind="secondary" to="/inbox/new">
          {t("inbox.new")}
        </LinkButton>
      }
      title={t("application.none")}
    >
      {t("application.none.text")}
    </EmptyState>
  );
}
