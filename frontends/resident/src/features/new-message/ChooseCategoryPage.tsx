import { LoadFailed, PageFailed } from "@kajo/shared/errors";
import { Localized, localizedLang, useLanguage, useText } from "@kajo/shared/i18n";
import { Banner, Card, EmptyState, PageHeading, PageLoading, Phones, Skeleton, Stack } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { AreaSelect } from "./AreaSelect";
import styles from "./Choice.module.css";
import { useArea } from "./use-area";

/** First step: service area, then the main category. */
export function ChooseCategoryPage() {
  const t = useText();
  const language = useLanguage();
  const { areas, options, areaId, choose, categories, failed } = useArea();
  if (areas.error && !areas.data) return <PageFailed error={areas.error} onRetry={() => void areas.refetch()} />;
  if (!options) return <PageLoading />;
  // Those of the chosen area: while another area's are fetched, the old ones do not stand for them.
  const { currentData } = categories;
  const offered = currentData?.categories;
  return (
    <Stack gap="l">
      <PageHeading>{t("new.title")}</PageHeading>
      <Banner tone="info">
        <Phones>{t("new.notUrgent")}</Phones>
      </Banner>
      <Card>
        <AreaSelect areaId={areaId} choose={choose} options={options} />
      </Card>
      {areaId === "" ? null : (
        <section aria-labelledby="category-title" className={styles.section}>
          <h2 id="category-title">{t("new.category.choose")}</h2>
          {failed ? <LoadFailed {...failed} /> : null}
          {currentData || failed ? null : <Skeleton />}
          {currentData && (offered ?? []).length === 0 ? <EmptyState title={t("new.none")} /> : null}
          <ul className={styles.choices}>
            {(offered ?? []).map((category) => (
              <li key={category.categoryId}>
                <Link
                  className={styles.choice}
                  lang={localizedLang(language, category.name)}
                  params={{ categoryId: category.categoryId ?? "" }}
                  to="/inbox/category/$categoryId/none/messages"
                >
                  <span className={styles.name}>
                    <Localized text={category.name} />
                  </span>
                  <span className={styles.description}>
                    <Localized text={category.description} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Stack>
  );
}
