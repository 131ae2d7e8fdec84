import { asFailure, PageFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { GetMyContentResponseJson } from "@kajo/shared/rpc";
import { Banner, PageHeading, PageLoading, Stack } from "@kajo/shared/ui";
import { Link, useParams } from "@tanstack/react-router";
import { useGetMyContentQuery } from "./api";
import { ContentWords } from "./ContentWords";
import { GivenLine } from "./GivenLine";
import { GuardiansSetting } from "./GuardiansSetting";
import { useLangOf } from "./words";

/** A content that a professional has given the person to read (CMS-07). */
export function ContentPage() {
  const { contentId } = useParams({ from: "/signed-in/content/$contentId" });
  const { data, error, refetch } = useGetMyContentQuery(contentId);
  const isHidden = error !== undefined && asFailure(error).reason === "not_found";
  const there = data?.content?.patientContentId === contentId && !isHidden ? data : undefined;
  if (error && !there) return <PageFailed error={error} onRetry={() => void refetch()} />;
  if (!there) return <PageLoading />;
  return <Content key={contentId} there={there} />;
}

function Content({ there }: { readonly there: GetMyContentResponseJson }) {
  const t = useText();
  const langOf = useLangOf();
  const { content = {}, publishedVersion } = there;
  const { patientContentId = "", title, state } = content;
  return (
    <Stack gap="l" width="text">
      <PageHeading lang={title ? langOf(content) : undefined} over={<Link to="/events">{t("nav.events")}</Link>}>
        {title || t("events.one.content")}
      </PageHeading>
      {state === "PATIENT_CONTENT_STATE_WITHDRAWN" ? (
        <>
          <GivenLine content={content} />
          <Banner announce="polite" tone="info">
            {t("patientContent.withdrawn")}
          </Banner>
        </>
      ) : (
        <ContentWords key={publishedVersion} there={there} />
      )}
      {content.mayShowToGuardians ? (
        <GuardiansSetting isShown={content.visibleToGuardians === true} patientContentId={patientContentId} />
      ) : null}
    </Stack>
  );
}
