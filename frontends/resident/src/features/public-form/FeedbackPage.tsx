import { PageFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { feedbackTail } from "@kajo/shared/public-form";
import { Card, LinkButton, PageHeading, PageLoading, Phones, Row, Stack } from "@kajo/shared/ui";
import { Navigate } from "@tanstack/react-router";
import { useGetPublicFormQuery } from "./api";
import { whyNotThere } from "./not-there";

/**
 * Feedback (NAV-20) is an anonymous form: whoever wants to give it is led to its page, where there is one. That page asks the same, and finds the
 * answer that came here, which is held until the page is another: the platform counts how often an address opens forms.
 */
export function FeedbackPage() {
  const { currentData, error, refetch } = useGetPublicFormQuery({ urlTail: feedbackTail });
  if (!currentData && error) {
    return whyNotThere(error) ? <NotNow /> : <PageFailed error={error} onRetry={() => void refetch()} />;
  }
  return (
    <>
      {currentData ? <Navigate params={{ tail: feedbackTail }} replace to="/forms/$tail" /> : null}
      {/* Until the code of the other page has come as well. */}
      <PageLoading />
    </>
  );
}

/** Nothing has failed: nobody takes any in. */
function NotNow() {
  const t = useText();
  return (
    <Stack gap="l" width="text">
      <PageHeading>{t("footer.feedback")}</PageHeading>
      <Card>
        <p>{t("feedback.notNow")}</p>
        <Row>
          <LinkButton kind="secondary" to="/">
            {t("planned.home")}
          </LinkButton>
        </Row>
        <p>
          <Phones>{t("planned.urgent")}</Phones>
        </p>
      </Card>
    </Stack>
  );
}
