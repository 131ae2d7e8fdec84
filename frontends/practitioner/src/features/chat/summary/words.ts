/** What a summary says, and what is said about it. */
import { type ChatMessageJson, type ChatSummaryFailureJson, type ChatSummaryJson, known } from "@kajo/shared/rpc";

/** As it is copied, and as it stands there to be edited: in the professional's own words, else one sentence of the model a line. */
export function summaryText({ editedText, sentences = [] }: ChatSummaryJson = {}): string {
  return editedText || sentences.map(({ text = "" }) => text).join("\n");
}

/** How many messages were written after those that it is of. */
export function newerThan({ untilNumber = 0 }: ChatSummaryJson, messages: readonly ChatMessageJson[]): number {
  return messages.filter(({ number = 0 }) => number > untilNumber).length;
}

const failures = {
  CHAT_SUMMARY_FAILURE_UNSPECIFIED: "chatSummary.failure",
  CHAT_SUMMARY_FAILURE_NO_ANSWER: "chatSummary.failure.noAnswer",
  CHAT_SUMMARY_FAILURE_UNREADABLE: "chatSummary.failure.unreadable",
  CHAT_SUMMARY_FAILURE_SWITCHED_OFF: "chatSummary.failure.switchedOff",
} as const satisfies Record<ChatSummaryFailureJson, string>;

/** Why none could be made. */
export const failureText = (failure: ChatSummaryFailureJson = "CHAT_SUMMARY_FAILURE_UNSPECIFIED") =>
  known(failures, failure) ?? failures.CHAT_SUMMARY_FAILURE_UNSPECIFIED;
