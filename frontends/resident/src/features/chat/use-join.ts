import { asFailure } from "@kajo/shared/errors";
import { useIntent } from "@kajo/shared/rpc";
import { useNavigate } from "@tanstack/react-router";
import { useJoinChatQueueMutation } from "./api";

const shutReasons: readonly (string | undefined)[] = [
  "chat_queue_closed",
  "chat_queue_temporarily_closed",
  "chat_queue_external",
];

/** Takes a place in a line of ours and goes there. `onClosed`: it cannot be joined any more. */
export function useJoin(chatQueueId: string, onClosed: () => void) {
  const navigate = useNavigate();
  const intent = useIntent();
  const [join, { isLoading, error, reset }] = useJoinChatQueueMutation();
  const go = async () => {
    const request = { chatQueueId };
    const answer = await join({ request, idempotencyKey: intent.keyFor(request) });
    const { chatId } = answer.data ?? {};
    if (chatId) {
      intent.settle();
      void navigate({ to: "/chat/$chatId", params: { chatId } });
    } else if (shutReasons.includes(asFailure(answer.error).reason)) {
      onClosed();
    }
  };
  return { join: () => void go(), isLoading, error, reset };
}
