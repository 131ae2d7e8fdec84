import { NotFoundPage, PageFailed } from "@kajo/shared/errors";
import { Localized, localized, localizedLang, useLanguage, useText } from "@kajo/shared/i18n";
import { Banner, Card, EmptyState, LinkButton, PageHeading, PageLoading, Phones, Stack } from "@kajo/shared/ui";
import { Link, useParams } from "@tanstack/react-router";
import { AreaSelect } from "./AreaSelect";
import styles from "./Choice.module.css";
import { useArea } from "./use-area";

/** Second step: the subcategory, which is the queue that the message lands in. */
export function ChooseSubcategoryPage() {
  const t = useText();
  const language = useLanguage();
  const { categoryId } = useParams({ strict: false });
  const { options, areaId, choose, categories, failed } = useArea();
  if (failed) return <PageFailed {...failed} />;
  if (!options || categories.isLoading) return <PageLoading />;
  // Opened by its address without the first step: the area is still to be chosen.
  if (areaId === "") {
    return (
      <Stack gap="l">
        <PageHeading>{t("new.title")}</PageHeading>
        <Card>
          <AreaSelect areaId={areaId} choose={choose} options={options} />
        </Card>
      </Stack>
    );
  }
  const category = categories.data?.categories?.find((each) => each.categoryId === categoryId);
  if (!category) return <NotFoundPage />;
  const subcategories = category.subcategories ?? [];
  return (
    <Stack gap="l">
      <PageHeading over={t("new.title")}>{localized(language, category.name)}</PageHeading>
      <Banner tone="info">
        <Phones>{t("new.notUrgent")}</Phones>
      </Banner>
      <section aria-labelledby="subcategory-title" className={styles.section}>
        <h2 id="subcategory-title">{t("new.subcategory.choose")}</h2>
        {subcategories.length === 0 ? <EmptyState title={t("new.none")} /> : null}
        <ul className={styles.choices}>
          {subcategories.map((subcategory) => (
            <li key={subcategory.subcategoryId}>
              <Link
                className={styles.choice}
                lang={localizedLang(language, subcategory.name)}
                params={{
                  categoryId: category.categoryId ?? "",
                  subCategoryId: subcategory.subcategoryId ?? "",
                }}
                to="/inbox/category/$categoryId/$subCategoryId/messages"
              >
                <span className={styles.name}>
                  <Localized text={subcategory.name} />
                </span>
                <span className={styles.description}>
                  <Localized text={subcategory.description} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <div>
        <LinkButton kind="secondary" to="/inbox/new">
          {t("new.back")}
        </LinkButton>
      </div>
    </Stack>
  );
}
