import { RequireSession } from "@kajo/shared/app";
import { useParams } from "@tanstack/react-router";
import { ChatRoom } from "./ChatRoom";
import { OneChat } from "./OneChat";

/** One chat from the line to its end (CHA-04, CHA-06), for who joined it, also in a visit. */
export function ChatRoomPage() {
  const { chatId = "" } = useParams({ strict: false });
  return (
    <RequireSession orVisit>
      <OneChat chatId={chatId} key={chatId}>
        {(chat, messages) => <ChatRoom chat={chat} messages={messages} />}
      </OneChat>
    </RequireSession>
  );
}
