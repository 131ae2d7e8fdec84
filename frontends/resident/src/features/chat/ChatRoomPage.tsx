import { useChat } from "@kajo/shared/chat";
import { asFailure, NotFoundPage } from "@kajo/shared/errors";
import { QueryView } from "@kajo/shared/patterns";
import { PageLoading } from "@kajo/shared/ui";
import { useParams } from "@tanstack/react-router";
import { ChatRoom } from "./ChatRoom";

/** One chat from the line to its end (CHA-04, CHA-06). */
export function ChatRoomPage() {
  const { chatId = "" } = useParams({ strict: false });
  return <OneChat chatId={chatId} key={chatId} />;
}

function OneChat({ chatId }: { readonly chatId: string }) {
  const { chat, messages, query } = useChat(chatId);
  // What one may see no more goes, also what is remembered of it.
  if (query.error && asFailure(query.error).reason === "not_found") return <NotFoundPage />;
  return (
    <QueryView page query={query}>
      {() => (chat ? <ChatRoom chat={chat} messages={messages} /> : <PageLoading />)}
    </QueryView>
  );
}
