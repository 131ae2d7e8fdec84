import { asFailure, PageFailed, useFailureText } from "@kajo/shared/errors";
import { Localized, localized, useLanguage, useText } from "@kajo/shared/i18n";
import { Banner, LinkButton, PageHeading, PageLoading, Spinner, Stack } from "@kajo/shared/ui";
import { Link, useLocation, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { textsOf, useLangOf } from "../filling/words";
import { useGetFormQuery, useListFormCategoriesQuery } from "./api";
import { fetchFill } from "./fetch-fill";
import { Intro } from "./Intro";
import { Sent } from "./Sent";
import type { FormSearch } from "./search";

const Fill = lazy(async () => ({ default: (await fetchFill()).Fill }));

export interface FormPageProps {
  readonly categoryId: string;
  /** The queue of the form. */
  readonly subcategoryId: string;
}

/** A form: what it is about, its questions, and that it was sent. */
export function FormPage(props: FormPageProps) {
  const { step } = useSearch({ from: "/signed-in/applications/$categoryId" });
  const sentAs = useLocation({ select: ({ state }) => state.formSentAs });
  if (step === "sent" && sentAs) return <Sent conversationId={sentAs} />;
  return <Unsent {...props} step={step} />;
}

function Unsent({ categoryId, subcategoryId, step }: FormPageProps & { readonly step: FormSearch["step"] }) {
  const t = useText();
  const language = useLanguage();
  const langOf = useLangOf();
  const { currentData: there, error, refetch } = useGetFormQuery({ subcategoryId });
  if (error && !there) {
    if (asFailure(error).reason === "form_closed") return <Closed error={error} />;
    return <PageFailed error={error} onRetry={() => void refetch()} />;
  }
  if (!there) return <PageLoading />;
  const form = { categoryId, subcategoryId };
  const isFilled = step === "questions";
  return (
    <Stack gap="l" width="text">
      <PageHeading
        // What follows is another page, as people see it.
        key={String(isFilled)}
        lang={langOf(there.title)}
        over={<Whence categoryId={categoryId} />}
      >
        {localized(language, textsOf(there.title)) || t("application.one")}
      </PageHeading>
      {step === "sent" ? <SentBefore /> : null}
      <Suspense fallback={<Spinner />}>
        {isFilled ? <Fill {...form} onRenew={refetch} there={there} /> : <Intro {...form} there={there} />}
      </Suspense>
    </Stack>
  );
}

/** What was sent is not known any more, for example after a change of language: nobody should send it once more for that. */
function SentBefore() {
  const t = useText();
  return (
    <Banner
      action={
        <LinkButton kind="secondary" to="/inbox">
          {t("sent.inbox")}
        </LinkButton>
      }
      tone="info"
    >
      {t("application.sentBefore")}
    </Banner>
  );
}

/** The way back. Whether the category can be had does not matter to who fills in a form. */
function Whence({ categoryId }: { readonly categoryId: string }) {
  const t = useText();
  const { data } = useListFormCategoriesQuery({});
  const category = data?.categories?.find((each) => each.categoryId === categoryId);
  if (!category) return <Link to="/applications">{t("application.title")}</Link>;
  return (
    <Link params={{ categoryId }} to="/applications/$categoryId">
      <Localized text={category.name} />
    </Link>
  );
}

function Closed({ error }: { readonly error: unknown }) {
  const t = useText();
  const failureText = useFailureText();
  return (
    <Stack gap="l" width="text">
      <PageHeading>{t("application.one")}</PageHeading>
      <Banner tone="warning">{failureText(error)}</Banner>
      <div>
        <LinkButton to="/applications">{t("application.others")}</LinkButton>
      </div>
    </Stack>
  );
}
