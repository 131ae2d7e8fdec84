import { asFailure, LoadFailed } from "@kajo/shared/errors";
import type { ChatMessageJson } from "@kajo/shared/rpc";
import type { RefObject } from "react";
import { useGetChatSummaryQuery } from "../api";
import { Summary } from "./Summary";

export interface SummaryPartProps {
  readonly chatId: string;
  readonly messages: readonly ChatMessageJson[];
  /** What has the focus when nothing of the summary is left. */
  readonly after: RefObject<HTMLElement | null>;
}

/** The summary of a chat of one's own, made by a language model (CHA-10): nothing where there is none and none can be had. */
export function SummaryPart(props: SummaryPartProps) {
  const { currentData, error, isFetching, refetch } = useGetChatSummaryQuery({ chatId: props.chatId });
  if (currentData) return <Summary {...props} asked={currentData} isFetching={isFetching} refetch={refetch} />;
  // That the chat is one's own no more is told in its place.
  if (!error || asFailure(error).reason === "not_found") return null;
  return <LoadFailed announce="polite" error={error} onRetry={() => void refetch()} />;
}
