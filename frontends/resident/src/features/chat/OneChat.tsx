import { useChat } from "@kajo/shared/chat";
import { asFailure, NotFoundPage, PageFailed } from "@kajo/shared/errors";
import { QueryView } from "@kajo/shared/patterns";
import type { ChatJson, ChatMessageJson } from "@kajo/shared/rpc";
import { isVisitor } from "@kajo/shared/session";
import { PageLoading } from "@kajo/shared/ui";
import type { ReactNode } from "react";
import { useSelector } from "react-redux";
import { isPerhapsTheirs } from "./api";
import { NotTakenOver } from "./NotTakenOver";
import { useSessionAsked } from "./use-session-asked";
import { useVisitClaim } from "./use-visit-claim";

interface OneChatProps {
  readonly chatId: string;
  readonly children: (chat: ChatJson, messages: readonly ChatMessageJson[]) => ReactNode;
}

/** The chat of a page, once what was begun in a visit is taken over: it may be one of those. */
export function OneChat({ chatId, children }: OneChatProps) {
  const claim = useVisitClaim();
  const { chat, messages, query } = useChat(chatId, !claim.isSettled);
  // Somebody may have signed in meanwhile, in another tab: this one shows a visitor's still.
  const isNoVisitors = isPerhapsTheirs(query.error) || (chat !== undefined && !chat.visitor);
  const isAsking = useSessionAsked(useSelector(isVisitor) && isNoVisitors);
  const isGone = asFailure(query.error).reason === "not_found";
  if (isAsking || (isGone && query.isFetching)) return <PageLoading />;
  // It may be one of those that could not be taken over.
  if (claim.error && query.error && !chat) return <PageFailed error={claim.error} onRetry={claim.retry} />;
  // What one may see no more goes, also what is remembered of it.
  if (isGone) return claim.isDue ? <NotTakenOver /> : <NotFoundPage />;
  return (
    <QueryView page query={query}>
      {() => (chat ? children(chat, messages) : <PageLoading />)}
    </QueryView>
  );
}
