import { NotFoundPage, PageFailed } from "@kajo/shared/errors";
import { Localized, localized, localizedLang, useLanguage, useText } from "@kajo/shared/i18n";
import { PageHeading, PageLoading, Stack } from "@kajo/shared/ui";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import styles from "./Applications.module.css";
import { NoForms } from "./ApplicationsPage";
import { useListFormCategoriesQuery } from "./api";
import { ChoiceIcon } from "./ChoiceIcon";

/** Whoever looks for a form does not answer one yet. */
const FormPage = lazy(async () => ({ default: (await import("./FormPage")).FormPage }));

/** The forms of a category; with one of them in the search of the address, that one. */
export function CategoryPage() {
  const { categoryId } = useParams({ from: "/signed-in/applications/$categoryId" });
  const { form } = useSearch({ from: "/signed-in/applications/$categoryId" });
  if (form === undefined) return <Forms categoryId={categoryId} />;
  return (
    <Suspense fallback={<PageLoading />}>
      <FormPage categoryId={categoryId} key={form} subcategoryId={form} />
    </Suspense>
  );
}

function Forms({ categoryId }: { readonly categoryId: string }) {
  const t = useText();
  const language = useLanguage();
  const { data, error, refetch } = useListFormCategoriesQuery({});
  if (error && !data) return <PageFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageLoading />;
  const category = data.categories?.find((each) => each.categoryId === categoryId);
  if (!category) return <NotFoundPage />;
  const { name, description, subcategories = [] } = category;
  return (
    <Stack gap="l">
      <PageHeading
        key={categoryId}
        lang={localizedLang(language, name)}
        lead={localized(language, description) ? <Localized text={description} /> : undefined}
        over={<Link to="/applications">{t("application.title")}</Link>}
      >
        {localized(language, name)}
      </PageHeading>
      {subcategories.length === 0 ? (
        <NoForms />
      ) : (
        <ul aria-label={t("application.forms")} className={styles.choices}>
          {subcategories.map((each) => (
            <li key={each.subcategoryId}>
              <Link
                className={styles.choice}
                params={{ categoryId }}
                search={{ form: each.subcategoryId ?? "" }}
                to="/applications/$categoryId"
              >
                <ChoiceIcon />
                <span className={styles.name}>
                  <Localized text={each.name} />
                </span>
                <span className={styles.description}>
                  <Localized text={each.description} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
