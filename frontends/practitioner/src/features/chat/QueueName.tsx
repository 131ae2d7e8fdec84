import { Localized } from "@kajo/shared/i18n";
import { useListWorkedChatQueuesQuery } from "./api";

/** What a queue is called that one works through. */
export function QueueName({ chatQueueId }: { readonly chatQueueId: string | undefined }) {
  const { data } = useListWorkedChatQueuesQuery({});
  return <Localized text={data?.chatQueues?.find((queue) => queue.chatQueueId === chatQueueId)?.name} />;
}
