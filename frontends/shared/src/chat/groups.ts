/** Messages of a chat as they are shown: what one side says within a minute stands in one bubble. */
import type { ChatMessageJson } from "../rpc/gen/kajo/chat_queue/v1/chat_pb";

export interface MessageGroup {
  /** Of the first message. */
  readonly number: number;
  readonly at: string;
  readonly side: ChatMessageJson["side"];
  readonly practitionerName: string;
  readonly messages: readonly ChatMessageJson[];
}

const togetherMs = 60_000;

export function groupsOf(messages: readonly ChatMessageJson[]): readonly MessageGroup[] {
  const groups: (MessageGroup & { readonly messages: ChatMessageJson[] })[] = [];
  for (const message of messages) {
    const { number = 0, writtenAt: at = "", side, practitionerName = "" } = message;
    const last = groups.at(-1);
    const isSame = last?.side === side && last?.practitionerName === practitionerName;
    if (last && isSame && Date.parse(at) - Date.parse(last.at) < togetherMs) last.messages.push(message);
    else groups.push({ number, at, side, practitionerName, messages: [message] });
  }
  return groups;
}
