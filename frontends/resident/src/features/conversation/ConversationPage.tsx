import { asFailure, PageFailed, PartBoundary } from "@kajo/shared/errors";
import { LocalizedLine, localized, localizedLang, useLanguage, useText } from "@kajo/shared/i18n";
import { useGetSessionQuery } from "@kajo/shared/session";
import { ReplyBox, Thread, useGetConversationQuery, useReadMarker } from "@kajo/shared/thread";
import { Banner, Card, LinkButton, PageHeading, PageLoading, Stack } from "@kajo/shared/ui";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { TrailDisclosure } from "../trail/TrailDisclosure";
import { MarkDone } from "./MarkDone";

const UnmarkDone = lazy(async () => ({ default: (await import("./UnmarkDone")).UnmarkDone }));

const NoLongerShown = lazy(async () => ({ default: (await import("./NoLongerShown")).NoLongerShown }));

const Opening = lazy(async () => ({ default: (await import("./Opening")).Opening }));

const GuardiansSetting = lazy(async () => ({ default: (await import("./GuardiansSetting")).GuardiansSetting }));

const SentFormDisclosure = lazy(async () => ({
  default: (await import("../applications/SentFormDisclosure")).SentFormDisclosure,
}));

const separator = "· ";

export function ConversationPage() {
  const t = useText();
  const language = useLanguage();
  const { conversationId = "" } = useParams({ strict: false });
  const { sent } = useSearch({ strict: false });
  const { data: session } = useGetSessionQuery();
  const { data, error, refetch } = useGetConversationQuery({ conversationId });
  const personId = session?.user.personId ?? "";
  // What one may see no more goes, also what is remembered of it.
  const isHidden = error !== undefined && asFailure(error).reason === "not_found";
  const known = data?.conversation?.conversationId === conversationId ? data.conversation : undefined;
  const conversation = isHidden ? undefined : known;
  useReadMarker(conversation, personId);
  if (isHidden) {
    return (
      <Suspense fallback={<PageLoading />}>
        {sent && !known ? (
          <Opening key={conversationId} onAsk={refetch} />
        ) : (
          <NoLongerShown conversationId={conversationId} key={conversationId} wasShown={known !== undefined} />
        )}
      </Suspense>
    );
  }
  // What was fetched once stays on the screen when a later fetch fails: a reply may be half written.
  if (error && !conversation) return <PageFailed error={error} onRetry={() => void refetch()} />;
  if (!conversation) return <PageLoading />;
  const done = conversation.participants?.find((each) => each.personId === personId)?.done === true;
  const ended = conversation.state === "CONVERSATION_STATE_ENDED";
  const { topic, categoryName, subcategoryName } = conversation;
  return (
    // What a teenager may choose stands above the messages: they wait for it, so that nothing moves under a thumb.
    <Suspense fallback={<PageLoading />}>
      <Stack gap="l">
        <PageHeading
          actions={
            conversation.permissions?.markDone && !done && !ended ? <MarkDone conversationId={conversationId} /> : null
          }
          // What is about a form has no topic: it is called as its queue is.
          lang={topic ? undefined : localizedLang(language, subcategoryName)}
          over={
            <>
              <Link to="/inbox">{t("inbox.title")}</Link> <span>{separator}</span>
              <LocalizedLine texts={topic ? [categoryName, subcategoryName] : [categoryName]} />
            </>
          }
        >
          {topic || localized(language, subcategoryName)}
        </PageHeading>
        {done && !ended ? (
          <Banner
            action={
              <Suspense>
                <UnmarkDone conversationId={conversationId} />
              </Suspense>
            }
            tone="success"
          >
            {t("conversation.done.state")}
          </Banner>
        ) : null}
        {conversation.customerTaskId ? (
          <Banner
            action={
              <LinkButton kind="secondary" params={{ taskId: conversation.customerTaskId }} to="/task/$taskId">
                {t("conversation.task.open")}
              </LinkButton>
            }
            tone="info"
          >
            {t("conversation.task")}
          </Banner>
        ) : null}
        {conversation.permissions?.showToGuardians ? (
          <GuardiansSetting
            conversationId={conversationId}
            isAskedFor={conversation.guardiansAskedFor === true}
            isShown={conversation.visibleToGuardians === true}
          />
        ) : null}
        {conversation.formResponseId ? (
          <SentFormDisclosure formResponseId={conversation.formResponseId} key={conversation.formResponseId} />
        ) : null}
        <Thread conversation={conversation} personId={personId} />
        {ended || !conversation.permissions?.write ? (
          <Banner
            action={
              <LinkButton kind="secondary" to="/inbox/new">
                {t("inbox.new")}
              </LinkButton>
            }
            announce="polite"
            tone="info"
          >
            {t("conversation.ended")}
          </Banner>
        ) : (
          <Card>
            <PartBoundary key={conversationId}>
              <ReplyBox conversationId={conversationId} />
            </PartBoundary>
          </Card>
        )}
        <TrailDisclosure conversation={conversation} />
      </Stack>
    </Suspense>
  );
}
