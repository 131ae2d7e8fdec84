import { NotFoundPage, PageFailed } from "@kajo/shared/errors";
import { LocalizedLine, localized, useLanguage, useText } from "@kajo/shared/i18n";
import { useGetMessageLimitsQuery } from "@kajo/shared/thread";
import { Banner, Card, PageHeading, PageLoading, Phones, Stack } from "@kajo/shared/ui";
import { Link, useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { MessageForm } from "./MessageForm";
import { useArea } from "./use-area";
import styles from "./WritePage.module.css";

/** Who comes through the steps has chosen an area. */
const AreaSelect = lazy(async () => ({ default: (await import("./AreaSelect")).AreaSelect }));

/** Third step: topic, text and attachments. */
export function WritePage() {
  const t = useText();
  const language = useLanguage();
  const { categoryId, subCategoryId } = useParams({ strict: false });
  const { options, areaId, area, choose, categories, failed } = useArea();
  const limits = useGetMessageLimitsQuery({});
  const limitsError = limits.data ? undefined : limits.error;
  if (failed) return <PageFailed {...failed} />;
  if (limitsError) return <PageFailed error={limitsError} onRetry={() => void limits.refetch()} />;
  if (!options || categories.isLoading || !limits.data) return <PageLoading />;
  if (areaId === "") {
    return (
      <Suspense fallback={<PageLoading />}>
        <Stack gap="l">
          <PageHeading>{t("new.title")}</PageHeading>
          <Card>
            <AreaSelect areaId={areaId} choose={choose} options={options} />
          </Card>
        </Stack>
      </Suspense>
    );
  }
  const category = categories.data?.categories?.find((each) => each.categoryId === categoryId);
  const subcategory = category?.subcategories?.find((each) => each.subcategoryId === subCategoryId);
  if (!category || !subcategory) return <NotFoundPage />;
  return (
    // What a teenager chooses is part of the form: nothing moves under a thumb.
    <Suspense fallback={<PageLoading />}>
      <Stack gap="l">
        <PageHeading
          lead={
            <>
              <span className={styles.where}>
                <LocalizedLine first={area?.label} texts={[category.name]} />
              </span>{" "}
              <Link to="/inbox/new">{t("new.change")}</Link>
            </>
          }
          over={t("new.title")}
        >
          {localized(language, subcategory.name)}
        </PageHeading>
        <Banner tone="info">
          <Phones>{t("new.notUrgent")}</Phones>
        </Banner>
        {/* Before anything is written, and not beside the choice below it (IDN-09). */}
        {limits.data.teenager ? <Banner tone="info">{t("new.teenager")}</Banner> : null}
        <MessageForm
          categoryId={category.categoryId ?? ""}
          key={subcategory.subcategoryId}
          limits={limits.data}
          serviceAreaId={areaId}
          subcategoryId={subcategory.subcategoryId ?? ""}
        />
      </Stack>
    </Suspense>
  );
}
