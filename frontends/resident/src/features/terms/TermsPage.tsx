import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import { useGetSessionQuery } from "@kajo/shared/session";
import { Banner, Card, PageHeading, Stack } from "@kajo/shared/ui";
import { useGetMyProfileQuery } from "../profile/api";
import { useGetTermsQuery } from "./api";
import { TermsText } from "./TermsText";

/** The terms of use, for everybody to read; who has accepted them sees when. */
export function TermsPage() {
  const t = useText();
  return (
    <Stack gap="l">
      <PageHeading>{t("terms.title")}</PageHeading>
      <QueryView query={useGetTermsQuery({})}>
        {(terms) => (
          <>
            <Accepted version={terms.version ?? 0} />
            <Card>{terms.version ? <TermsText terms={terms} /> : <p>{t("terms.none")}</p>}</Card>
          </>
        )}
      </QueryView>
    </Stack>
  );
}

function Accepted({ version }: { readonly version: number }) {
  const t = useText();
  const language = useLanguage();
  const { data: session } = useGetSessionQuery();
  const { data: profile } = useGetMyProfileQuery({}, { skip: session === undefined });
  if (!profile?.acceptedTermsAt || version === 0) return null;
  const { acceptedTerms = 0, acceptedTermsAt } = profile;
  const date = dateTimeText(language, new Date(acceptedTermsAt));
  return (
    <Banner tone="info">
      {acceptedTerms < version ? t("terms.acceptedOlder", { date }) : t("terms.accepted", { date })}
    </Banner>
  );
}
