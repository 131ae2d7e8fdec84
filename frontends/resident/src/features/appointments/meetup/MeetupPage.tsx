import { asFailure, LoadFailed, PageFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Code, type GetMeetingResponseJson, useServerNow } from "@kajo/shared/rpc";
import { PageHeading, PageLoading, Stack } from "@kajo/shared/ui";
import { useParams } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { lateMs, meetingApi } from "./api";
import { DeadLink } from "./DeadLink";
import { linkOf, type MeetingLink, useSecret } from "./link";
import { OneMeeting } from "./OneMeeting";
import { ShutLink } from "./ShutLink";
import { useKnown } from "./use-known";

/** By which guests come to a remote appointment, signed in or not: when it is, from when on one can come, and its call (SCH-09). */
export function MeetupPage() {
  const { invitationId } = useParams({ from: "/meetup/$invitationId" });
  const secret = useSecret();
  const link = linkOf(invitationId, secret);
  if (!link) return <DeadLink />;
  return (
    <Known>
      <Meeting key={`${invitationId} ${secret}`} link={link} />
    </Known>
  );
}

/** Shows its children once it is known who comes. */
function Known({ children }: { readonly children: ReactNode }) {
  const t = useText();
  const { isKnown, error, retry } = useKnown();
  if (isKnown) return children;
  if (error === undefined) return <PageLoading />;
  return (
    <Stack gap="l" width="text">
      <PageHeading>{t("online.title")}</PageHeading>
      <LoadFailed error={error} failed={t("failed.GetMeeting")} onRetry={retry} />
    </Stack>
  );
}

/** No live update tells of it: as long as it is open the page asks. */
const askEveryMs = 30_000;

const { useQueryState, useQuerySubscription } = meetingApi.endpoints.getMeeting;

interface Asked {
  readonly data?: GetMeetingResponseJson | undefined;
  readonly error?: unknown;
}

function Meeting({ link }: { readonly link: MeetingLink }) {
  const { data, error }: Asked = useQueryState(link);
  const isDead = error !== undefined && isDeadBy(error);
  const { refetch } = useQuerySubscription(link, {
    pollingInterval: isDead ? 0 : askEveryMs,
    refetchOnFocus: !isDead,
  });
  const ask = () => void refetch();
  const shutUntil = shutUntilOf(error);
  useServerNow(shutUntil === undefined ? [] : [shutUntil, shutUntil + lateMs], ask);
  useNewHeading(isDead ? "dead" : data ? "meeting" : shutUntil === undefined ? "" : "shut");
  const shut = shutUntil === undefined ? undefined : <ShutLink error={error} until={shutUntil} />;
  if (isDead) return <DeadLink wasAlive={data !== undefined} />;
  if (data) return <OneMeeting link={link} meeting={data} onAsk={ask} shut={shut} />;
  if (shut) return <Shut>{shut}</Shut>;
  return error === undefined ? <PageLoading /> : <PageFailed error={error} onRetry={ask} />;
}

function Shut({ children }: { readonly children: ReactNode }) {
  const t = useText();
  return (
    <Stack gap="l" width="text">
      <PageHeading>{t("online.title")}</PageHeading>
      {children}
    </Stack>
  );
}

/** There is no such link, or none any more. */
function isDeadBy(error: unknown): boolean {
  const { code, reason } = asFailure(error);
  return reason === "not_found" || code === Code.notFound || code === Code.invalidArgument;
}

/** Until when the link is shut, NaN where that is not told; undefined: it is not. */
function shutUntilOf(error: unknown): number | undefined {
  const { reason, params } = asFailure(error);
  return reason === "link_shut" ? Date.parse(params.until ?? "") : undefined;
}

/** What had the focus goes with the page that was shown before: one reads on from the heading. */
function useNewHeading(shown: string) {
  const before = useRef(shown);
  useEffect(() => {
    const wasShown = before.current;
    before.current = shown;
    if (wasShown && wasShown !== shown) document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }, [shown]);
}
