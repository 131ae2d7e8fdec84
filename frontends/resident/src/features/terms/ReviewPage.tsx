import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Form, QueryView } from "@kajo/shared/patterns";
import { useSignOut } from "@kajo/shared/session";
import { Banner, Button, Card, Checkbox, LinkButton, PageHeading, Stack } from "@kajo/shared/ui";
import { useEnter } from "../entry/use-enter";
import { type Profile, useGetMyProfileQuery } from "../profile/api";
import { type Terms, useGetTermsQuery } from "./api";
import { TermsText } from "./TermsText";
import { useAccept } from "./use-accept";

/** The terms have been published anew: they are accepted before anything else, or one signs out. */
export function ReviewPage() {
  const t = useText();
  const query = useGetTermsQuery({});
  const profile = useGetMyProfileQuery({});
  const isNew = (profile.data?.acceptedTerms ?? 0) < (query.data?.version ?? 1);
  return (
    <Stack gap="l">
      <PageHeading>{t(isNew ? "terms.review.title" : "terms.title")}</PageHeading>
      <QueryView query={profile}>
        {(mine) => <QueryView query={query}>{(terms) => <Review profile={mine} terms={terms} />}</QueryView>}
      </QueryView>
    </Stack>
  );
}

function Review({ profile, terms }: { readonly profile: Profile; readonly terms: Terms }) {
  const t = useText();
  const { isChecked, check, failure, accept } = useAccept(terms);
  const enter = useEnter();
  if ((profile.acceptedTerms ?? 0) >= (terms.version ?? 0)) {
    return (
      <Card>
        <p>{t("terms.review.none")}</p>
        <div>
          <LinkButton to="/">{t("planned.home")}</LinkButton>
        </div>
      </Card>
    );
  }
  const submit = async () => {
    if (await accept()) await enter();
  };
  return (
    <>
      <p>{t("terms.review.text")}</p>
      <Card>
        <TermsText terms={terms} />
      </Card>
      <Form
        actions={<SignOut />}
        failure={failure}
        fields={{ accepted: t("terms.accept") }}
        onSubmit={submit}
        problems={{ accepted: isChecked ? undefined : t("terms.accept.missing") }}
        submit={t("terms.review.submit")}
      >
        {(field) => <Checkbox {...field("accepted")} isRequired isSelected={isChecked} onChange={check} />}
      </Form>
    </>
  );
}

function SignOut() {
  const t = useText();
  const failureLine = useFailureLine();
  const { signOut, busy, failure } = useSignOut();
  return (
    <>
      <Button isPending={busy} kind="secondary" onPress={() => void signOut()}>
        {t("terms.review.signOut")}
      </Button>
      {failure ? (
        <Banner announce="alert" tone="danger">
          {failureLine(failure)}
        </Banner>
      ) : null}
    </>
  );
}
